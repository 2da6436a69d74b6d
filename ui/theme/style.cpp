// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/style.h"

#include "theme/icons.h"
#include "theme/style_parts.h"

#include <QtWidgets>

namespace heteroscope {

using namespace styleparts;

Style::Style() : QProxyStyle(QStringLiteral("Fusion")) {}

void Style::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QAbstractButton *>(widget) || qobject_cast<QComboBox *>(widget) ||
        qobject_cast<QLineEdit *>(widget) || qobject_cast<QScrollBar *>(widget) ||
        qobject_cast<QAbstractSpinBox *>(widget) || qobject_cast<QTabBar *>(widget) ||
        qobject_cast<QSlider *>(widget) || qobject_cast<QHeaderView *>(widget))
        widget->setAttribute(Qt::WA_Hover);
    if (qobject_cast<QPushButton *>(widget) || qobject_cast<QToolButton *>(widget) || qobject_cast<QTabBar *>(widget))
        widget->setFont(font(TypeRole::button));
    if (qobject_cast<QHeaderView *>(widget))
        widget->setFont(font(TypeRole::badge));
}

void Style::unpolish(QWidget *widget) { QProxyStyle::unpolish(widget); }

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                          const QWidget *widget) const
{
    const Theme &t = currentTheme();
    switch (element) {
    case PE_PanelButtonCommand:
    case PE_PanelButtonBevel:
        drawButton(option, painter, widget);
        return;
    case PE_FrameDefaultButton:
    case PE_FrameFocusRect: // the ring is drawn with the control
    case PE_FrameTabBarBase:
    case PE_FrameStatusBarItem:
        return;
    case PE_PanelLineEdit:
        if (const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option); frame && frame->lineWidth > 0)
            drawField(option, painter, widget);
        return;
    case PE_FrameLineEdit:
        return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        drawCheckBox(option, painter);
        return;
    case PE_IndicatorRadioButton:
        drawRadioButton(option, painter);
        return;
    case PE_IndicatorBranch:
        if (option->state & State_Children)
            caret(painter, QRectF(option->rect).center(), t[Role::secondary],
                  option->state & State_Open ? Qt::DownArrow : Qt::RightArrow);
        return;
    case PE_PanelItemViewRow:
        return;
    case PE_PanelItemViewItem:
        drawItemPanel(option, painter);
        return;
    case PE_PanelMenu:
    case PE_PanelTipLabel:
    case PE_FrameMenu:
        box(painter, option->rect, element == PE_FrameMenu ? QColor() : t[Role::tip], t[Role::borderStrong], 0);
        return;
    case PE_FrameGroupBox:
        box(painter, option->rect, QColor(), t[Role::border]);
        return;
    case PE_Frame:
        if (hasProperty(widget, "segments"))
            box(painter, option->rect, t[Role::panelSunk], QColor());
        else
            box(painter, option->rect, QColor(), t[Role::border], 0);
        return;
    case PE_FrameTabWidget:
        painter->fillRect(option->rect, t[Role::base]);
        return;
    case PE_FrameDockWidget:
        box(painter, option->rect, QColor(), t[Role::border], 0);
        return;
    case PE_IndicatorToolBarSeparator:
        drawSeparator(option, painter);
        return;
    case PE_IndicatorArrowDown:
        caret(painter, QRectF(option->rect).center(), t[Role::secondary]);
        return;
    case PE_IndicatorArrowUp:
        caret(painter, QRectF(option->rect).center(), t[Role::secondary], Qt::UpArrow);
        return;
    case PE_IndicatorArrowLeft:
        caret(painter, QRectF(option->rect).center(), t[Role::secondary], Qt::LeftArrow);
        return;
    case PE_IndicatorArrowRight:
        caret(painter, QRectF(option->rect).center(), t[Role::secondary], Qt::RightArrow);
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                        const QWidget *widget) const
{
    const Theme &t = currentTheme();
    switch (element) {
    case CE_PushButtonBevel:
        drawButton(option, painter, widget);
        return;
    case CE_PushButtonLabel:
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option))
            drawButtonLabel(button, painter, widget);
        return;
    case CE_TabBarTab:
        if (const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(option))
            drawTab(tab, painter);
        return;
    case CE_Header:
    case CE_HeaderSection:
        if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option))
            drawHeaderSection(header, painter);
        return;
    case CE_HeaderLabel:
        return;
    case CE_HeaderEmptyArea:
        painter->fillRect(option->rect, t[Role::panel]);
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), t[Role::border]);
        return;
    case CE_MenuItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option))
            drawMenuItem(item, painter);
        return;
    case CE_MenuBarEmptyArea:
        painter->fillRect(option->rect, t[Role::panel]);
        return;
    case CE_MenuBarItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option))
            drawMenuBarItem(item, painter);
        return;
    case CE_DockWidgetTitle:
        if (const auto *dock = qstyleoption_cast<const QStyleOptionDockWidget *>(option))
            drawDockTitle(dock, painter);
        return;
    case CE_ToolBar: {
        painter->fillRect(option->rect, t[Role::panel]);
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), t[Role::border]);
        return;
    }
    case CE_Splitter:
        painter->fillRect(option->rect, t[Role::border]);
        return;
    case CE_ProgressBarGroove:
        if (const auto *bar = qstyleoption_cast<const QStyleOptionProgressBar *>(option))
            drawProgress(bar, painter);
        return;
    case CE_ProgressBarContents:
    case CE_ProgressBarLabel:
        return;
    case CE_ComboBoxLabel:
        if (const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option))
            drawComboLabel(combo, painter);
        return;
    case CE_ShapedFrame:
        if (const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option)) {
            if (frame->frameShape == QFrame::HLine)
                painter->fillRect(QRect(frame->rect.left(), frame->rect.center().y(), frame->rect.width(), 1),
                                  t[Role::border]);
            else if (frame->frameShape == QFrame::VLine)
                painter->fillRect(QRect(frame->rect.center().x(), frame->rect.top(), 1, frame->rect.height()),
                                  t[Role::border]);
            else if (frame->frameShape != QFrame::NoFrame)
                drawPrimitive(PE_Frame, option, painter, widget);
        }
        return;
    default:
        QProxyStyle::drawControl(element, option, painter, widget);
    }
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                               const QWidget *widget) const
{
    const Theme &t = currentTheme();
    switch (control) {
    case CC_ToolButton:
        if (const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option))
            drawToolButton(button, painter, widget);
        return;
    case CC_ComboBox: {
        drawField(option, painter, widget);
        const QColor ink = isEnabled(option) ? t[Role::secondary] : t[Role::disabled];
        caret(painter, QPointF(option->rect.right() - 12, option->rect.center().y() + 0.5), ink);
        return;
    }
    case CC_SpinBox:
        if (const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(option)) {
            drawField(option, painter, widget);
            if (spin->buttonSymbols == QAbstractSpinBox::NoButtons)
                return;
            for (const SubControl part : {SC_SpinBoxUp, SC_SpinBoxDown}) {
                const bool up = part == SC_SpinBoxUp;
                const bool can =
                    isEnabled(option) &&
                    (spin->stepEnabled & (up ? QAbstractSpinBox::StepUpEnabled : QAbstractSpinBox::StepDownEnabled));
                const bool hot = spin->activeSubControls == part && isHovered(option);
                const QRectF place = subControlRect(control, option, part, widget);
                caret(painter, place.center() + QPointF(0, up ? 1 : -1),
                      !can  ? t[Role::disabled]
                      : hot ? t[Role::text]
                            : t[Role::secondary],
                      up ? Qt::UpArrow : Qt::DownArrow);
            }
        }
        return;
    case CC_ScrollBar:
        if (const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option))
            drawScrollBar(bar, painter);
        return;
    case CC_Slider:
        if (const auto *slider = qstyleoption_cast<const QStyleOptionSlider *>(option))
            drawSlider(slider, painter);
        return;
    default:
        QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
}

QIcon Style::standardIcon(StandardPixmap pixmap, const QStyleOption *option, const QWidget *widget) const
{
    switch (pixmap) {
    case SP_TitleBarCloseButton:
    case SP_DockWidgetCloseButton:
        return icon(IconName::cross);
    case SP_TitleBarNormalButton:
        return icon(IconName::floating);
    case SP_LineEditClearButton:
        return icon(IconName::cross);
    case SP_DirIcon:
        return icon(IconName::folder);
    case SP_MessageBoxWarning:
        return icon(IconName::warning);
    case SP_MessageBoxInformation:
        return icon(IconName::info);
    case SP_MessageBoxCritical:
        return icon(IconName::refused);
    case SP_MessageBoxQuestion:
        return icon(IconName::help);
    default:
        return QProxyStyle::standardIcon(pixmap, option, widget);
    }
}

} // namespace heteroscope
