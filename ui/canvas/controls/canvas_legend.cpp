// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/controls/canvas_legend.h"

#include "canvas/controls/legend_button.h"
#include "canvas/view/canvas_view.h"
#include "theme/icons.h"
#include "widgets/plain_text.h"

#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr int panelWidth = 140; // as the map on the other side
constexpr int pad = 8;
constexpr int titleHeight = 28;
constexpr int headHeight = 17; // of a section
constexpr int rowHeight = 18;
constexpr int chipWidth = 22;
constexpr int chipGap = 3;
constexpr int chipsAt = 44;     // right of a short title
constexpr int stepsWidth = 120; // of a whole scale
constexpr int minInner = panelWidth - 2 * pad;
constexpr int maxInner = 220;

QLabel *head(const QString &text, QWidget *parent, Qt::Alignment alignment = Qt::AlignLeft)
{
    auto *label = new PlainLabel(text, parent);
    label->setFont(heteroscope::font(TypeRole::label));
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setAlignment(alignment | Qt::AlignVCenter);
    return label;
}

} // namespace

CanvasLegend::CanvasLegend(CanvasView *view)
    : QWidget(view),
      m_view(view),
      m_title(new QToolButton(this)),
      m_all(new QToolButton(this)),
      m_scroll(new QScrollArea(this))
{
    setObjectName(QStringLiteral("legend"));
    setAccessibleName(tr("Legend"));
    m_title->setObjectName(QStringLiteral("legendTitle"));
    m_title->setText(tr("Legend"));
    m_title->setFont(heteroscope::font(TypeRole::badge));
    m_title->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_title->setAutoRaise(true);
    m_title->setFocusPolicy(Qt::TabFocus);
    m_title->setToolTip(tr("Opens and closes the legend"));
    m_all->setObjectName(QStringLiteral("legendAll"));
    m_all->setText(tr("Show all"));
    m_all->setFont(heteroscope::font(TypeRole::label));
    m_all->setAutoRaise(true);
    m_all->setFocusPolicy(Qt::TabFocus);
    m_all->setToolTip(tr("Shows everything in full again (Escape)"));
    m_all->hide();
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->viewport()->setAutoFillBackground(false);
    setFixedWidth(panelWidth);
    connect(m_title, &QToolButton::clicked, this, [this] { setOpen(!m_open); });
    connect(m_all, &QToolButton::clicked, this, &CanvasLegend::showAll);
    const CanvasScene *scene = view->canvasScene();
    connect(scene, &CanvasScene::synced, this, &CanvasLegend::refresh);
    connect(scene, &CanvasScene::overlayChanged, this, &CanvasLegend::refresh);
    connect(scene, &CanvasScene::colourByChanged, this, &CanvasLegend::refresh);
    connect(scene, &CanvasScene::filterChanged, this, &CanvasLegend::showFilter);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, [this] { update(); });
    refresh();
    setOpen(false); // open it takes room from what is drawn
}

void CanvasLegend::setOpen(bool open)
{
    const bool changes = open != m_open;
    m_open = open;
    m_title->setIcon(icon(open ? IconName::chevronDown : IconName::chevronRight));
    m_title->setAccessibleName(open ? tr("Close the legend") : tr("Open the legend"));
    if (open)
        refresh();
    fitHeight();
    if (changes)
        emit openChanged(open);
}

void CanvasLegend::setRoom(int height)
{
    m_room = height;
    fitHeight();
}

void CanvasLegend::fitHeight()
{
    m_scroll->setVisible(m_open);
    const int body = m_open ? std::clamp(m_bodyHeight, 0, std::max(rowHeight, m_room - titleHeight - pad)) : 0;
    // What scrolls is not narrower: the panel takes the bar's width in addition.
    const bool scrolls = m_open && body < m_bodyHeight;
    const int bar = scrolls ? m_scroll->verticalScrollBar()->sizeHint().width() : 0;
    // Both buttons of the title have room, in any language.
    const int buttons = m_title->sizeHint().width() + m_all->sizeHint().width() + 6;
    const int wide = std::max(std::max(panelWidth, m_inner + 2 * pad) + bar, m_all->isHidden() ? 0 : buttons);
    m_scroll->setVerticalScrollBarPolicy(scrolls ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    setFixedWidth(wide);
    setFixedHeight(titleHeight + body + (m_open ? pad : 0));
    m_title->setGeometry(2, 2, m_title->sizeHint().width(), titleHeight - 4);
    const int all = m_all->sizeHint().width();
    m_all->setGeometry(wide - all - 2, 2, all, titleHeight - 4);
    m_scroll->setGeometry(pad, titleHeight, wide - pad - 1, body);
}

LegendButton *CanvasLegend::entry(const Facet &facet) const
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                    [&](const LegendButton *one) { return one->item().facet == facet; });
    return found == m_entries.end() ? nullptr : *found;
}

void CanvasLegend::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void CanvasLegend::refresh()
{
    const bool filters = m_view->canvasScene()->filter().isActive();
    if (!filters && (!m_open || isHidden()))
        return; // nobody sees it
    std::vector<LegendSection> sections = legendOf(*m_view->canvasScene());
    if (sections != m_sections) {
        m_sections = std::move(sections);
        build();
        fitHeight();
    }
    const bool coloured = m_view->canvasScene()->colourBy() == ColourBy::type;
    for (LegendButton *one : m_entries)
        one->setColoured(coloured);
    // Kinds that are gone cannot be taken back, so they are chosen no more.
    std::set<Facet> left;
    for (const Facet &facet : m_view->canvasScene()->filter().chosen())
        if (entry(facet))
            left.insert(facet);
    m_view->canvasScene()->setFilter(CanvasFilter(std::move(left)));
    showFilter();
}

/// As wide as the longest name, within limits.
int CanvasLegend::innerWidth() const
{
    double widest = minInner;
    for (const LegendSection &section : m_sections)
        if (section.look == LegendLook::rows)
            for (const LegendItem &item : section.items)
                widest = std::max(widest, LegendButton(item, section.look, nullptr).wantedWidth());
    return std::min(static_cast<int>(widest), maxInner);
}

void CanvasLegend::build()
{
    std::optional<Facet> focused;
    for (const LegendButton *one : m_entries)
        if (one->hasFocus())
            focused = one->item().facet;
    m_entries.clear();
    auto *body = new QWidget;
    body->setAutoFillBackground(false);
    const int inner = m_inner = innerWidth();
    int y = 0;
    for (const LegendSection &section : m_sections) {
        // A few chips stand beside their title; a scale says its ends beside it.
        const bool beside = section.look == LegendLook::chips &&
                            chipsAt + static_cast<int>(section.items.size()) * (chipWidth + chipGap) <= inner + chipGap;
        head(section.title, body)->setGeometry(0, y, inner, beside ? rowHeight : headHeight);
        if (section.look == LegendLook::steps)
            head(tr("0 to 100 %"), body, Qt::AlignRight)->setGeometry(inner / 3, y, stepsWidth - inner / 3, headHeight);
        if (!beside)
            y += headHeight;
        int x = beside ? chipsAt : 0;
        const int wide = section.look == LegendLook::rows    ? inner
                         : section.look == LegendLook::chips ? chipWidth
                                                             : stepsWidth / static_cast<int>(section.items.size()) - 1;
        for (const LegendItem &item : section.items) {
            auto *one = new LegendButton(item, section.look, body);
            if (x + wide > inner) {
                x = 0;
                y += rowHeight;
            }
            one->setGeometry(x, y, wide, rowHeight);
            x += wide + (section.look == LegendLook::rows ? inner : section.look == LegendLook::chips ? chipGap : 1);
            connect(one, &LegendButton::toggled, this, &CanvasLegend::choose);
            connect(one, &LegendButton::leftWithArrows, this, [this, one](int by) { goFrom(one, by); });
            connect(one, &LegendButton::escaped, this, [this] {
                if (m_view->canvasScene()->filter().isActive())
                    showAll();
                else
                    m_view->setFocus();
            });
            m_entries.push_back(one);
        }
        y += rowHeight + 4;
    }
    m_bodyHeight = y;
    body->setFixedSize(inner, y);
    m_body = body;
    m_scroll->setWidget(body); // the one before is deleted
    m_scroll->viewport()->setAutoFillBackground(false);
    body->setAutoFillBackground(false);
    QWidget *before = m_all;
    for (LegendButton *one : m_entries) {
        setTabOrder(before, one);
        before = one;
    }
    LegendButton *reached = focused ? entry(*focused) : nullptr;
    if (focused && !reached)
        m_view->setFocus();
    else if (reached)
        reached->setFocus();
    if (!m_entries.empty())
        (reached ? reached : m_entries.front())->setFocusPolicy(Qt::StrongFocus);
}

void CanvasLegend::choose()
{
    std::set<Facet> chosen;
    for (const LegendButton *one : m_entries)
        if (one->isChecked())
            chosen.insert(one->item().facet);
    m_view->canvasScene()->setFilter(CanvasFilter(std::move(chosen)));
}

void CanvasLegend::showAll()
{
    if (m_all->hasFocus())
        m_view->setFocus(); // it hides
    m_view->canvasScene()->setFilter({});
}

void CanvasLegend::showFilter()
{
    const CanvasFilter &filter = m_view->canvasScene()->filter();
    for (LegendButton *one : m_entries) {
        const QSignalBlocker quiet(one);
        one->setChecked(filter.chosen().count(one->item().facet) > 0);
        one->update();
    }
    m_all->setVisible(filter.isActive());
    fitHeight();
}

void CanvasLegend::goFrom(LegendButton *entry, int by)
{
    const auto at = std::find(m_entries.begin(), m_entries.end(), entry) - m_entries.begin();
    const auto to = std::clamp<std::ptrdiff_t>(at + by, 0, static_cast<std::ptrdiff_t>(m_entries.size()) - 1);
    LegendButton *next = m_entries[static_cast<std::size_t>(to)];
    // Tab comes back to where the arrows left.
    for (LegendButton *one : m_entries)
        one->setFocusPolicy(one == next ? Qt::StrongFocus : Qt::ClickFocus);
    next->setFocus(Qt::OtherFocusReason);
    m_scroll->ensureWidgetVisible(next, 0, 4);
}

void CanvasLegend::paintEvent(QPaintEvent *)
{
    const Theme &t = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    drawRounded(painter, rect(), 4, t[Role::panel], t[Role::border]);
}

} // namespace heteroscope
