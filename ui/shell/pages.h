// SPDX-License-Identifier: GPL-3.0-or-later
//
// The central area of the window: the welcome page, or the workspace with canvas and headline.
#pragma once

#include <QStackedWidget>

namespace heteroscope {

class CanvasView;
class ExampleCards;
class HeadlineStrip;
class Session;
class WelcomePage;

class Pages : public QStackedWidget
{
    Q_OBJECT

public:
    Pages(ExampleCards &examples, Session &session, QWidget *parent);

    WelcomePage *welcome() const { return m_welcome; }
    CanvasView *canvas() const { return m_canvas; }
    HeadlineStrip *headline() const { return m_headline; }

    bool isWelcomeShown() const { return currentIndex() == 0; }
    void showWelcome() { setCurrentIndex(0); }
    void showWorkspace() { setCurrentIndex(1); }

private:
    WelcomePage *m_welcome;
    CanvasView *m_canvas;
    HeadlineStrip *m_headline;
};

} // namespace heteroscope
