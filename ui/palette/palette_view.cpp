// SPDX-License-Identifier: GPL-3.0-or-later
#include "palette/palette_view.h"

#include "canvas/items/link_style.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "widgets/drawing.h"

#include <QAction>
#include <QDrag>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace heteroscope {
namespace {

constexpr int rowHeight = 26;
constexpr int sidePad = 10;
constexpr int gap = 8; // between a name and what is said about it

class PaletteDelegate : public QStyledItemDelegate
{
public:
    explicit PaletteDelegate(PaletteView *view) : QStyledItemDelegate(view), m_view(view) {}

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const override
    {
        const bool laterSection = !index.parent().isValid() && index.row() > 0;
        return {100, rowHeight + (laterSection ? 8 : 0)};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        // The view indents rows; everything is drawn over the whole width instead.
        QRectF row = option.rect;
        row.setLeft(0);
        row.setRight(m_view->tree()->viewport()->width());
        if (!index.parent().isValid())
            paintSection(*painter, row, index);
        else if (index.data(PaletteModel::IsMoreRole).toBool())
            paintMore(*painter, row, option, index);
        else
            paintItem(*painter, row, option, index);
        painter->restore();
    }

private:
    void paintSection(QPainter &painter, QRectF row, const QModelIndex &index) const
    {
        const Theme &t = currentTheme();
        row.setTop(row.bottom() - rowHeight);
        const bool open = m_view->tree()->isExpanded(index);
        paintIcon(painter, QRectF(sidePad - 1, row.center().y() - 6, 12, 12),
                  open ? IconName::chevronDown : IconName::chevronRight, t[Role::secondary]);
        drawLabel(painter, row.adjusted(sidePad + 18, 0, -60, 0), Qt::AlignLeft | Qt::AlignVCenter,
                  index.data().toString(), TypeRole::title, t[Role::text]);
        drawLabel(painter, row.adjusted(60, 0, -sidePad, 0), Qt::AlignRight | Qt::AlignVCenter,
                  QString::number(index.data(PaletteModel::CountRole).toInt()), TypeRole::label, t[Role::muted]);
    }

    void paintGround(QPainter &painter, const QRectF &row, const QStyleOptionViewItem &option) const
    {
        const Theme &t = currentTheme();
        const QRectF pill = row.adjusted(6, 0, -6, 0);
        const bool selected = option.state & QStyle::State_Selected;
        const bool focused = selected && m_view->tree()->hasFocus();
        if (focused)
            drawRounded(painter, pill, 4, t[Role::selectionFill]);
        else if (selected || (option.state & QStyle::State_MouseOver))
            drawRounded(painter, pill, 4, t[Role::hover]);
    }

    void paintMore(QPainter &painter, const QRectF &row, const QStyleOptionViewItem &option,
                   const QModelIndex &index) const
    {
        paintGround(painter, row, option);
        drawLabel(painter, row.adjusted(40, 0, -sidePad, 0), Qt::AlignLeft | Qt::AlignVCenter, index.data().toString(),
                  TypeRole::label, currentTheme()[Role::selection]);
    }

    void paintItem(QPainter &painter, const QRectF &row, const QStyleOptionViewItem &option,
                   const QModelIndex &index) const
    {
        const Theme &t = currentTheme();
        paintGround(painter, row, option);
        const auto kind = static_cast<PaletteKind>(index.data(PaletteModel::KindRole).toInt());
        const QRectF slot(14, row.center().y() - 8, 16, 16);
        double left = 40;
        switch (kind) {
        case PaletteKind::device:
            painter.fillPath(
                shapePath(static_cast<DeviceShape>(index.data(PaletteModel::ShapeRole).toInt()), slot.center(), 11),
                t[Role::secondary]);
            break;
        case PaletteKind::node:
            paintIcon(painter, slot, IconName::server, t[Role::secondary]);
            break;
        case PaletteKind::networkSwitch:
            paintIcon(painter, slot, IconName::networkSwitch, t[Role::secondary]);
            break;
        case PaletteKind::link: {
            const double y = row.center().y();
            drawLinkLine(
                painter, QPointF(11, y), QPointF(33, y),
                static_cast<LinkTechnology>(index.data(PaletteModel::TechnologyRole).toInt()),
                std::max(1.5, linkWidth(BytesPerSecond(index.data(PaletteModel::BandwidthRole).toDouble())) * 0.7),
                t[Role::secondary]);
            break;
        }
        case PaletteKind::note:
            paintIcon(painter, slot, IconName::note, t[Role::secondary]);
            break;
        case PaletteKind::example:
            paintIcon(painter, slot, IconName::folder, t[Role::secondary]);
            break;
        }
        const bool current =
            kind == PaletteKind::link && index.data(PaletteModel::NameRole).toString() == m_view->currentLink();
        double right = row.right() - sidePad;
        if (current) {
            paintIcon(painter, QRectF(right - 12, row.center().y() - 6, 12, 12), IconName::check, t[Role::selection]);
            right -= 16;
        }
        const TypeRole nameType = current ? TypeRole::title : TypeRole::body;
        const QString name = index.data().toString();
        painter.setFont(font(TypeRole::label));
        // The name stays longest: of what is said about it, the last goes first.
        const double room = right - left - gap - QFontMetricsF(font(nameType)).horizontalAdvance(name);
        QStringList details = index.data(PaletteModel::DetailRole).toString().split(QStringLiteral(" · "));
        while (!details.isEmpty() && numberWidth(painter, details.join(QStringLiteral(" · "))) > room)
            details.removeLast();
        const QString detail = details.join(QStringLiteral(" · "));
        const double detailWidth = detail.isEmpty() ? 0 : numberWidth(painter, detail) + gap;
        drawLabel(painter, QRectF(right - detailWidth, row.top(), detailWidth + 1, row.height()),
                  Qt::AlignRight | Qt::AlignVCenter, detail, TypeRole::label, t[Role::muted]);
        drawLabel(painter, QRectF(left, row.top(), right - detailWidth - left, row.height()),
                  Qt::AlignLeft | Qt::AlignVCenter, name, nameType, t[Role::text]);
    }

    PaletteView *m_view;
};

/// Draws no branches: the delegate draws carets itself.
class PaletteTree : public QTreeView
{
public:
    using QTreeView::QTreeView;

protected:
    void drawBranches(QPainter *, const QRect &, const QModelIndex &) const override {}
    void drawRow(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyleOptionViewItem row = option;
        row.state.setFlag(QStyle::State_MouseOver, index == m_hovered);
        row.state.setFlag(QStyle::State_Selected, selectionModel()->isSelected(index));
        row.rect = QRect(0, option.rect.top(), viewport()->width(), option.rect.height());
        itemDelegate()->paint(painter, row, index);
    }
    void mouseMoveEvent(QMouseEvent *event) override
    {
        setHovered(indexAt(event->pos()));
        QTreeView::mouseMoveEvent(event);
    }
    void leaveEvent(QEvent *event) override
    {
        setHovered({});
        QTreeView::leaveEvent(event);
    }
    void startDrag(Qt::DropActions) override
    {
        // The canvas shows a ghost of its own, so nothing hangs at the pointer.
        QMimeData *mime = model()->mimeData(selectedIndexes());
        if (!mime)
            return;
        auto *drag = new QDrag(this);
        drag->setMimeData(mime);
        QPixmap nothing(1, 1);
        nothing.fill(Qt::transparent);
        drag->setPixmap(nothing);
        drag->exec(Qt::CopyAction, Qt::CopyAction);
    }

private:
    void setHovered(const QModelIndex &index)
    {
        if (index == m_hovered)
            return;
        m_hovered = index;
        viewport()->update();
    }
    QPersistentModelIndex m_hovered;
};

} // namespace

PaletteView::PaletteView(const Catalog &catalog, std::vector<PaletteExample> shipped, QWidget *parent)
    : QWidget(parent),
      m_model(new PaletteModel(catalog, std::move(shipped), this)),
      m_filter(new PaletteFilter(this)),
      m_search(new QLineEdit(this)),
      m_tree(new PaletteTree(this))
{
    setObjectName(QStringLiteral("palette"));
    m_filter->setSourceModel(m_model);
    m_search->setPlaceholderText(tr("Search the palette"));
    m_search->setAccessibleName(tr("Search the palette"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(IconName::search), QLineEdit::LeadingPosition);
    m_search->installEventFilter(this);
    m_tree->setModel(m_filter);
    m_tree->setItemDelegate(new PaletteDelegate(this));
    m_tree->setHeaderHidden(true);
    m_tree->setIndentation(0);
    m_tree->setRootIsDecorated(false);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setDragEnabled(true);
    m_tree->setDragDropMode(QAbstractItemView::DragOnly);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->setMouseTracking(true);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->setAccessibleName(tr("Palette"));
    m_tree->viewport()->setAutoFillBackground(false);
    m_tree->installEventFilter(this);
    m_tree->expandAll();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 10, 0, 0);
    layout->setSpacing(8);
    auto *top = new QHBoxLayout;
    top->setContentsMargins(sidePad, 0, sidePad, 0);
    top->addWidget(m_search);
    layout->addLayout(top);
    layout->addWidget(m_tree, 1);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_filter->setSearch(text);
        m_tree->expandAll();
        if (!text.isEmpty() && m_filter->rowCount() > 0)
            m_tree->setCurrentIndex(m_filter->index(0, 0, m_filter->index(0, 0)));
    });
    connect(m_tree, &QTreeView::clicked, this, &PaletteView::press);
    connect(m_tree, &QTreeView::doubleClicked, this, [this](const QModelIndex &index) { activate(index, false); });
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, [this] { m_tree->viewport()->update(); });
}

void PaletteView::setOwn(const Catalog &own)
{
    std::array<bool, PaletteModel::sectionCount> folded{};
    for (int section = 0; section < PaletteModel::sectionCount; ++section)
        folded[static_cast<std::size_t>(section)] =
            !m_tree->isExpanded(m_filter->mapFromSource(m_model->index(section, 0)));
    if (!m_model->setOwn(own))
        return;
    for (int section = 0; section < PaletteModel::sectionCount; ++section)
        m_tree->setExpanded(m_filter->mapFromSource(m_model->index(section, 0)),
                            !folded[static_cast<std::size_t>(section)]);
}

void PaletteView::setCurrentLink(const QString &name)
{
    m_currentLink = name;
    m_tree->viewport()->update();
}

void PaletteView::press(const QModelIndex &index)
{
    if (!index.parent().isValid()) {
        m_tree->setExpanded(index, !m_tree->isExpanded(index));
    } else if (index.data(PaletteModel::IsMoreRole).toBool()) {
        m_filter->unfold(m_filter->mapToSource(index.parent()).row());
    } else if (static_cast<PaletteKind>(index.data(PaletteModel::KindRole).toInt()) == PaletteKind::link) {
        setCurrentLink(index.data(PaletteModel::NameRole).toString());
        emit linkChosen(m_currentLink);
    }
}

QString PaletteView::activationText(const QModelIndex &index)
{
    if (!index.isValid() || !index.parent().isValid() || index.data(PaletteModel::IsMoreRole).toBool())
        return {};
    switch (static_cast<PaletteKind>(index.data(PaletteModel::KindRole).toInt())) {
    case PaletteKind::example:
        return tr("Open the example");
    case PaletteKind::link:
        return tr("Draw links as this");
    default:
        return tr("Add to the canvas");
    }
}

void PaletteView::activate(const QModelIndex &index, bool byKeyboard)
{
    if (!index.isValid() || !index.parent().isValid() || index.data(PaletteModel::IsMoreRole).toBool()) {
        if (index.isValid() && byKeyboard)
            press(index);
        return;
    }
    const auto kind = static_cast<PaletteKind>(index.data(PaletteModel::KindRole).toInt());
    const QString name = index.data(PaletteModel::NameRole).toString();
    if (kind == PaletteKind::example)
        emit exampleChosen(name);
    else if (kind == PaletteKind::link)
        press(index);
    else
        emit addRequested(kind, name);
}

bool PaletteView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (enter) {
        activate(m_tree->currentIndex(), true);
        return true;
    }
    if (watched == m_search && (key->key() == Qt::Key_Down || key->key() == Qt::Key_Up)) {
        m_tree->setFocus();
        if (!m_tree->currentIndex().isValid())
            m_tree->setCurrentIndex(m_filter->index(0, 0, m_filter->index(0, 0)));
        return true;
    }
    if (watched == m_search && key->key() == Qt::Key_Escape && !m_search->text().isEmpty()) {
        m_search->clear();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace heteroscope
