// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/controls/canvas_controls.h"

#include "canvas/controls/canvas_legend.h"
#include "canvas/view/canvas_view.h"
#include "editing/note_commands.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "widgets/magnify.h"
#include "widgets/note_paper.h"
#include "widgets/plain_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QToolButton>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr int legendClearance = 6;   // between legend and what stands beside it
constexpr int legendBottom = 36;     // above the hint
constexpr QSize minForMap(520, 280); // in a smaller canvas the minimap would hide what it shows

/// A framed card on the canvas; holds small controls.
class Card : public QWidget
{
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &t = currentTheme();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        drawRounded(painter, rect(), 4, t[Role::panel], t[Role::border]);
    }
};

class Hint : public QWidget
{
public:
    explicit Hint(QWidget *parent) : QWidget(parent)
    {
        setObjectName(QStringLiteral("canvasHint"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setMagnification(1);
    }

    void setMagnification(double magnification)
    {
        m_magnification = magnification;
        const double width = QFontMetricsF(heteroscope::font(TypeRole::label)).horizontalAdvance(text()) + 12;
        setFixedSize((QSizeF(width, 18) * magnification).toSize());
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(m_magnification, m_magnification);
        const QRectF all(QPointF(), QSizeF(size()) / m_magnification);
        // A ground of its own, because links may run below it.
        drawRounded(painter, all, 4, currentTheme().color(Role::canvas, 0.85));
        drawLabel(painter, all.adjusted(4, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text(), TypeRole::label,
                  currentTheme()[Role::muted]);
    }

private:
    static QString text() { return QObject::tr("Drag from a port to draw a link · Ctrl+D duplicates · F fits"); }

    double m_magnification = 1;
};

class Invitation : public QWidget
{
public:
    explicit Invitation(QWidget *parent) : QWidget(parent)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFixedSize(440, 72); // the second sentence may take two lines
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &t = currentTheme();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        drawLabel(painter, QRectF(0, 4, width(), 22), Qt::AlignCenter,
                  QObject::tr("Drag a node from the left onto the canvas"), TypeRole::welcome, t[Role::secondary]);
        drawEmptyState(painter, QRectF(0, 30, width(), 40),
                       QObject::tr("or choose one there and press Enter; then draw links from port to port"), t);
    }
};

QString overlayText(OverlayKind kind)
{
    switch (kind) {
    case OverlayKind::tensor:
        return QObject::tr("Tensor parallelism: the devices that share each layer, outlined");
    case OverlayKind::pipeline:
        return QObject::tr("Pipeline parallelism: arrows from stage to stage");
    case OverlayKind::data:
        return QObject::tr("Data parallelism: lines between replicas of a stage");
    case OverlayKind::context:
        return QObject::tr("Context parallelism: the devices that share each sequence, outlined");
    case OverlayKind::expert:
        return QObject::tr("Expert parallelism: the devices that share the experts, outlined");
    case OverlayKind::none:
        break;
    }
    return QObject::tr("Nothing of the plan is drawn over the cluster");
}

QLabel *smallLabel(const QString &text, QWidget *parent)
{
    auto *label = new PlainLabel(text, parent);
    label->setFont(font(TypeRole::label));
    return label;
}

QComboBox *bareCombo(const QStringList &items, const QString &name, QWidget *parent)
{
    auto *combo = new QComboBox(parent);
    combo->setProperty("bare", true);
    combo->setAccessibleName(name);
    combo->addItems(items);
    combo->setFocusPolicy(Qt::TabFocus);
    return combo;
}

QToolButton *iconButton(IconName name, const QString &tip, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setIcon(icon(name));
    button->setToolTip(plainTip(tip));
    button->setAccessibleName(tip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

Minimap::Minimap(CanvasView *view) : QWidget(view), m_view(view)
{
    setFixedSize(140, 84);
    setAccessibleName(tr("Map of the cluster"));
    connect(view->canvasScene(), &QGraphicsScene::changed, this, [this] { update(); });
    connect(view, &CanvasView::zoomChanged, this, [this] { update(); });
    connect(view->horizontalScrollBar(), &QScrollBar::valueChanged, this, [this] { update(); });
    connect(view->verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { update(); });
}

QTransform Minimap::toMap() const
{
    const QRectF seen = m_view->mapToScene(m_view->viewport()->rect()).boundingRect();
    QRectF all = m_view->canvasScene()->contentRect();
    all = all.isEmpty()
              ? seen
              : all.united(seen.intersected(all.adjusted(-all.width(), -all.height(), all.width(), all.height())));
    const QRectF room = QRectF(rect()).adjusted(7, 7, -7, -7);
    const double scale =
        std::min(room.width() / std::max(all.width(), 1.0), room.height() / std::max(all.height(), 1.0));
    QTransform map;
    map.translate(room.center().x(), room.center().y());
    map.scale(scale, scale);
    map.translate(-all.center().x(), -all.center().y());
    return map;
}

void Minimap::paintEvent(QPaintEvent *)
{
    const Theme &t = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    drawRounded(painter, rect(), 4, t[Role::panel], t[Role::border]);
    const QTransform map = toMap();
    const CanvasScene *scene = m_view->canvasScene();
    painter.setClipRect(rect().adjusted(2, 2, -2, -2));
    const auto place = [&](const CanvasItem &item) {
        painter.setOpacity(item.opacity()); // the legend's filter fades it here as well
        return map.mapRect(item.sceneRect());
    };
    for (const auto &[name, item] : scene->nodes()) {
        const NodeOverlay *overlay = scene->overlay().node(name);
        const bool used = overlay && overlay->isUsed();
        drawRounded(painter, place(*item), 1, used ? t.stageFill(overlay->stage) : t[Role::panelSunk],
                    used ? t.stage(overlay->stage) : t[Role::borderStrong], 1);
    }
    for (const auto &[name, item] : scene->switches())
        painter.fillRect(place(*item), t[Role::borderStrong]);
    for (const auto &[name, item] : scene->racks())
        drawRounded(painter, place(*item), 1, t[Role::panelSunk], t[Role::secondary], 1);
    for (const auto &[key, item] : scene->notes())
        painter.fillRect(place(*item), t.mixed(Role::text, 0.25, paperOf(item->note().colour)));
    painter.setOpacity(1);
    const QRectF seen = map.mapRect(m_view->mapToScene(m_view->viewport()->rect()).boundingRect());
    painter.setPen(QPen(t[Role::selection], 1.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(seen.intersected(QRectF(rect()).adjusted(3, 3, -3, -3)), 2, 2);
}

void Minimap::centreViewOn(QPointF point)
{
    const QPointF wanted = toMap().inverted().map(point);
    const QPointF now = m_view->mapToScene(m_view->viewport()->rect().center());
    m_view->panBy(((now - wanted) * m_view->pixelsPerUnit()).toPoint());
}

void Minimap::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        centreViewOn(event->position());
}

void Minimap::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons() & Qt::LeftButton)
        centreViewOn(event->position());
}

CanvasControls::CanvasControls(CanvasView *view)
    : QObject(view),
      m_view(view),
      m_colours(new Card(view)),
      m_legend(new CanvasLegend(view)),
      m_minimap(new Minimap(view)),
      m_zoomChip(new Card(view)),
      m_hint(new Hint(view)),
      m_invitation(new Invitation(view))
{
    auto *colours = new QHBoxLayout(m_colours);
    colours->setContentsMargins(10, 0, 2, 0);
    colours->setSpacing(0);
    m_colourBy = bareCombo({tr("Stage"), tr("Load"), tr("Memory"), tr("Type")}, tr("Colour by"), m_colours);
    m_overlay = bareCombo({}, tr("Overlay"), m_colours);
    m_minimap->setObjectName(QStringLiteral("minimap"));
    m_zoomChip->setObjectName(QStringLiteral("zoomChip"));
    m_overlay->setObjectName(QStringLiteral("overlayBox"));
    fillOverlays();
    colours->addWidget(smallLabel(tr("Colour by"), m_colours));
    colours->addWidget(m_colourBy);
    auto *rule = new QFrame(m_colours);
    rule->setFrameShape(QFrame::VLine);
    rule->setFixedSize(9, 16);
    colours->addWidget(rule);
    colours->addSpacing(4);
    colours->addWidget(smallLabel(tr("Overlay"), m_colours));
    colours->addWidget(m_overlay);
    m_colours->setFixedHeight(28);
    connect(m_colourBy, &QComboBox::currentIndexChanged, this,
            [this](int index) { m_view->canvasScene()->setColourBy(static_cast<ColourBy>(index)); });
    connect(m_overlay, &QComboBox::currentIndexChanged, this,
            [this](int index) { m_view->canvasScene()->setOverlayKind(static_cast<OverlayKind>(index)); });
    connect(view->canvasScene(), &CanvasScene::overlayChanged, this, &CanvasControls::showOverlays);
    connect(view->canvasScene(), &CanvasScene::overlayKindChanged, this, &CanvasControls::showOverlays);

    auto *chip = new QHBoxLayout(m_zoomChip);
    chip->setContentsMargins(1, 0, 1, 0);
    chip->setSpacing(0);
    auto *smaller = iconButton(IconName::minus, tr("Zoom out"), m_zoomChip);
    auto *larger = iconButton(IconName::plus, tr("Zoom in"), m_zoomChip);
    auto *fitButton = iconButton(IconName::fit, tr("Fit all (F)"), m_zoomChip);
    m_zoomText = new QToolButton(m_zoomChip);
    m_zoomText->setAutoRaise(true);
    m_zoomText->setToolTip(tr("Actual size"));
    m_zoomText->setFocusPolicy(Qt::TabFocus);
    chip->addWidget(smaller);
    chip->addWidget(m_zoomText, 1);
    chip->addWidget(larger);
    chip->addWidget(fitButton);
    m_zoomChip->setFixedSize(140, 28);
    connect(smaller, &QToolButton::clicked, view, &CanvasView::zoomOut);
    connect(larger, &QToolButton::clicked, view, &CanvasView::zoomIn);
    connect(fitButton, &QToolButton::clicked, view, &CanvasView::fit);
    connect(m_zoomText, &QToolButton::clicked, view, &CanvasView::zoomToActualSize);
    connect(view, &CanvasView::zoomChanged, this,
            [this](double zoom) { m_zoomText->setText(QStringLiteral("%1 %").arg(qRound(zoom * 100))); });
    m_zoomText->setText(QStringLiteral("100 %"));
    connect(view->document(), &Document::projectChanged, this, &CanvasControls::refresh);
    connect(view->canvasScene(), &QGraphicsScene::changed, this, &CanvasControls::showHint);
    connect(view, &CanvasView::zoomChanged, this, &CanvasControls::showHint);
    connect(view->horizontalScrollBar(), &QScrollBar::valueChanged, this, &CanvasControls::showHint);
    connect(view->verticalScrollBar(), &QScrollBar::valueChanged, this, &CanvasControls::showHint);
    refresh();
}

void CanvasControls::fillOverlays()
{
    for (std::size_t i = 0; i < overlayNames.size(); ++i) {
        const auto kind = static_cast<OverlayKind>(i);
        m_overlay->addItem(kind == OverlayKind::none ? tr("None") : QString::fromLatin1(overlayNames[i]));
        m_overlay->setItemData(static_cast<int>(i), plainTip(overlayText(kind)), Qt::ToolTipRole);
    }
    showOverlays();
}

/// Kinds that the plan on show does not have cannot be chosen.
void CanvasControls::showOverlays()
{
    const CanvasScene &scene = *m_view->canvasScene();
    const auto *items = qobject_cast<QStandardItemModel *>(m_overlay->model());
    for (int i = 0; i < m_overlay->count(); ++i)
        items->item(i)->setEnabled(scene.hasOverlay(static_cast<OverlayKind>(i)));
    const QSignalBlocker quiet(m_overlay);
    m_overlay->setCurrentIndex(static_cast<int>(scene.overlayKind()));
    m_overlay->setToolTip(plainTip(overlayText(scene.overlayKind())));
}

void CanvasControls::refresh()
{
    const bool empty = !isAnythingDrawn(m_view->document()->project());
    m_invitation->setVisible(empty);
    m_minimap->setVisible(!empty && m_mapFits);
    m_colours->setVisible(!empty);
    m_legend->setVisible(!empty && m_legendShown);
    showHint();
}

void CanvasControls::showHint()
{
    bool free = m_mapFits;
    const QRectF below = m_view->mapToScene(m_hint->geometry()).boundingRect();
    m_view->canvasScene()->forEachItem(
        [&](const CanvasItem &item) { free = free && !item.sceneRect().intersects(below); });
    if (free == m_hint->isHidden())
        m_hint->setVisible(free);
}

std::vector<QRect> CanvasControls::places() const
{
    std::vector<QRect> places;
    for (const QWidget *control :
         {m_colours, static_cast<QWidget *>(m_legend), static_cast<QWidget *>(m_minimap), m_zoomChip})
        if (control->isVisibleTo(m_view))
            places.push_back(control->geometry());
    return places;
}

double CanvasControls::roomAtTop() const
{
    // Where the map is not shown, nothing stands below the first row of controls.
    return m_magnification * (m_mapFits ? 84 : 48);
}

double CanvasControls::roomAtBottom() const { return m_magnification * (m_mapFits ? 40 : 16); }

QRect CanvasControls::corner() const
{
    return m_mapFits && m_minimap->isVisibleTo(m_view)
               ? (m_minimap->geometry() | m_zoomChip->geometry()).adjusted(-legendClearance, 0, 0, legendClearance)
               : QRect();
}

double CanvasControls::widthAtLeft() const { return m_colours->geometry().right() + 1; }

double CanvasControls::widthAtRight() const
{
    return m_view->viewport()->width() - (m_mapFits ? std::min(m_minimap->x(), m_zoomChip->x()) : m_zoomChip->x());
}

void CanvasControls::setMagnification(double magnification)
{
    m_magnification = magnification;
    for (QWidget *card : {m_colours, m_zoomChip})
        magnify(*card, magnification);
    static_cast<Hint *>(m_hint)->setMagnification(magnification);
}

void CanvasControls::setLegendShown(bool shown)
{
    m_legendShown = shown;
    refresh();
}

QRect CanvasControls::covered() const
{
    return m_legend->isVisibleTo(m_view) && m_legend->isOpen()
               ? m_legend->geometry().adjusted(0, 0, legendClearance, legendClearance)
               : QRect();
}

void CanvasControls::place(const QRect &area)
{
    m_mapFits = area.width() >= minForMap.width() && area.height() >= minForMap.height();
    refresh();
    m_colours->adjustSize();
    m_colours->move(12, 12);
    const int legendTop = 12 + m_colours->height() + 8;
    m_legend->move(12, legendTop);
    m_legend->setRoom(area.height() - legendTop - legendBottom);
    m_minimap->move(area.right() - 11 - m_minimap->width(), 12);
    m_zoomChip->move(area.right() - 11 - m_zoomChip->width(), m_mapFits ? 12 + m_minimap->height() + 8 : 12);
    m_hint->move(8, area.bottom() - 8 - m_hint->height());
    showHint();
    m_invitation->move(area.center().x() - m_invitation->width() / 2, area.center().y() - m_invitation->height() / 2);
}

} // namespace heteroscope
