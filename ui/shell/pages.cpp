// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/pages.h"

#include "canvas/view/canvas_view.h"
#include "headline/headline_strip.h"
#include "jobs/session.h"
#include "welcome/welcome_page.h"

#include <QVBoxLayout>

namespace heteroscope {
namespace {

constexpr int minimumCanvasHeight = 160; // px that docks leave of it

} // namespace

Pages::Pages(ExampleCards &examples, Session &session, QWidget *parent) : QStackedWidget(parent)
{
    m_welcome = new WelcomePage(&examples, this);
    auto *workspace = new QWidget(this);
    auto *layout = new QVBoxLayout(workspace);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_canvas = new CanvasView(session.document(), workspace);
    m_canvas->setSession(&session);
    m_canvas->setMinimumHeight(minimumCanvasHeight);
    m_headline = new HeadlineStrip(workspace);
    layout->addWidget(m_canvas, 1);
    layout->addWidget(m_headline);
    addWidget(m_welcome);
    addWidget(workspace);
}

} // namespace heteroscope
