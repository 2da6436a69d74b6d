// SPDX-License-Identifier: GPL-3.0-or-later
//
// How large the parts of widgets are and where they stand.
#include "theme/style.h"

#include "theme/style_parts.h"

#include <QtWidgets>

namespace heteroscope {

using namespace styleparts;

namespace {

constexpr int groupTitleGap = 3; // between the title of a group box and its frame

} // namespace

double magnificationOf(const QWidget *widget)
{
    const QVariant factor = widget ? widget->property(magnificationProperty) : QVariant();
    return factor.isValid() ? factor.toDouble() : 1;
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return 10;
    case PM_ScrollBarSliderMin:
        return 24;
    case PM_SmallIconSize:
    case PM_ToolBarIconSize:
    case PM_ButtonIconSize:
    case PM_TabBarIconSize:
        return 16;
    case PM_DefaultFrameWidth:
        return 1;
    case PM_TabBarTabHSpace:
        return qRound(14 * magnificationOf(widget)); // so that all docks below keep their names in the least window
    case PM_TabBarTabVSpace:
        return 10;
    case PM_TabBarTabOverlap:
    case PM_TabBarBaseOverlap:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_DockWidgetSeparatorExtent:
    case PM_SplitterWidth:
        return 1;
    case PM_DockWidgetTitleMargin:
        return 6;
    case PM_DockWidgetFrameWidth:
        return 0;
    case PM_HeaderMargin:
        return 10;
    case PM_FocusFrameHMargin:
        return 9; // cells begin where the words of their header do
    case PM_HeaderMarkSize:
        return 12;
    case PM_HeaderDefaultSectionSizeVertical:
        return tableRowHeight;
    case PM_ToolBarFrameWidth:
        return 0;
    case PM_ToolBarItemMargin:
        return 4;
    case PM_ToolBarItemSpacing:
        return qRound(2 * magnificationOf(widget));
    case PM_ToolBarSeparatorExtent:
        return 17;
    case PM_ToolBarHandleExtent:
        return 8;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
    case PM_SliderThickness:
    case PM_SliderControlThickness:
    case PM_SliderLength:
        return 16;
    case PM_MenuPanelWidth:
        return 1;
    case PM_MenuVMargin:
        return 4;
    case PM_MenuHMargin:
        return 0;
    case PM_ToolTipLabelFrameWidth:
        return 6;
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
        return 8;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int Style::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *data) const
{
    switch (hint) {
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_ScrollView_FrameOnlyAroundContents:
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_UnderlineShortcut:
    case SH_ComboBox_Popup:
        return 0;
    case SH_ItemView_ShowDecorationSelected:
    case SH_Slider_AbsoluteSetButtons:
        return hint == SH_Slider_AbsoluteSetButtons ? int(Qt::LeftButton) : 1;
    case SH_TabBar_Alignment:
        return Qt::AlignLeft;
    case SH_Header_ArrowAlignment:
        return Qt::AlignRight;
    case SH_Widget_Animate:
    case SH_Widget_Animation_Duration:
        return 0;
    default:
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                              const QWidget *widget) const
{
    const auto larger = [k = magnificationOf(widget)](int pixels) { return qRound(pixels * k); };
    switch (type) {
    case CT_PushButton: {
        const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
        const bool hasIcon = button && !button->icon.isNull();
        const bool hasText = button && !button->text.isEmpty();
        return QSize(hasText ? size.width() + larger(26) + (hasIcon ? 2 : 0) : larger(buttonHeight + 2),
                     larger(buttonHeight));
    }
    case CT_ToolButton: {
        const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option);
        if (!button)
            break;
        if (button->arrowType != Qt::NoArrow)
            return QSize(20, 20);
        const bool showText =
            !button->text.isEmpty() && (button->toolButtonStyle != Qt::ToolButtonIconOnly || button->icon.isNull());
        const bool showIcon = !button->icon.isNull() && button->toolButtonStyle != Qt::ToolButtonTextOnly;
        const bool menu = button->features & QStyleOptionToolButton::HasMenu;
        if (!showText)
            return QSize(larger(28 + (menu ? 12 : 0)), larger(28));
        QFont wide = button->font; // a checked segment is semibold: keep room for it
        wide.setWeight(QFont::DemiBold);
        const int text = QFontMetrics(wide).size(Qt::TextShowMnemonic, button->text).width();
        return QSize(text + larger((showIcon ? 22 : 0) + (menu ? 16 : 0) + 22), larger(26));
    }
    case CT_LineEdit:
        return QSize(size.width() + larger(16), larger(fieldHeight));
    case CT_ComboBox:
        return QSize(size.width() + larger(36), larger(fieldHeight));
    case CT_SpinBox:
        return QSize(size.width() + larger(28), larger(fieldHeight));
    case CT_TabBarTab:
        return QSize(size.width() + 2, larger(dockTabHeight));
    case CT_HeaderSection:
        return QSize(QProxyStyle::sizeFromContents(type, option, size, widget).width() + 8, headerRowHeight);
    case CT_MenuItem: {
        const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option);
        if (item && item->menuItemType == QStyleOptionMenuItem::Separator)
            return QSize(size.width(), 9);
        const int shortcut = item && item->text.contains(u'\t') ? 24 : 0;
        return QSize(size.width() + 60 + shortcut, 26);
    }
    case CT_MenuBarItem:
        return QSize(size.width() + 16, 26);
    case CT_ItemViewItem: {
        QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
        result.setHeight(std::max(result.height(), 24));
        return result;
    }
    default:
        break;
    }
    return QProxyStyle::sizeFromContents(type, option, size, widget);
}

QRect Style::subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const
{
    switch (element) {
    case SE_LineEditContents: {
        const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
        return frame && frame->lineWidth > 0 ? option->rect.adjusted(7, 1, -7, -1) : option->rect;
    }
    case SE_PushButtonFocusRect:
        return option->rect;
    default:
        return QProxyStyle::subElementRect(element, option, widget);
    }
}

QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl part,
                            const QWidget *widget) const
{
    const QRect r = option->rect;
    if (control == CC_ScrollBar) {
        const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
        if (!bar)
            return {};
        const bool horizontal = bar->orientation == Qt::Horizontal;
        const int length = horizontal ? r.width() : r.height();
        const double range = static_cast<double>(bar->maximum) - bar->minimum;
        const int handle =
            range <= 0 ? length : std::max(24, static_cast<int>(length * (bar->pageStep / (range + bar->pageStep))));
        const int at =
            sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, length - handle, bar->upsideDown);
        const auto along = [&](int from, int size) {
            return horizontal ? QRect(r.left() + from, r.top(), size, r.height())
                              : QRect(r.left(), r.top() + from, r.width(), size);
        };
        switch (part) {
        case SC_ScrollBarGroove:
            return r;
        case SC_ScrollBarSlider:
            return along(at, handle);
        case SC_ScrollBarSubPage:
            return along(0, at);
        case SC_ScrollBarAddPage:
            return along(at + handle, length - at - handle);
        default:
            return {}; // no arrow buttons
        }
    }
    if (control == CC_ComboBox) {
        switch (part) {
        case SC_ComboBoxFrame:
            return r;
        case SC_ComboBoxArrow:
            return QRect(r.right() - 23, r.top(), 24, r.height());
        case SC_ComboBoxEditField:
            return r.adjusted(8, 1, -24, -1);
        case SC_ComboBoxListBoxPopup:
            return r;
        default:
            break;
        }
    }
    if (control == CC_SpinBox) {
        const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(option);
        const int buttons = spin && spin->buttonSymbols == QAbstractSpinBox::NoButtons ? 0 : 18;
        switch (part) {
        case SC_SpinBoxFrame:
            return r;
        case SC_SpinBoxUp:
            return QRect(r.right() - buttons - 1, r.top() + 1, buttons, r.height() / 2 - 1);
        case SC_SpinBoxDown:
            return QRect(r.right() - buttons - 1, r.center().y() + 1, buttons, r.height() / 2 - 1);
        case SC_SpinBoxEditField:
            return r.adjusted(7, 1, -buttons - 3, -1);
        default:
            break;
        }
    }
    if (control == CC_GroupBox && part == SC_GroupBoxFrame) { // below its title, which Fusion would write over it
        const auto *group = qstyleoption_cast<const QStyleOptionGroupBox *>(option);
        if (!group || group->text.isEmpty())
            return r;
        const QRect title = QProxyStyle::subControlRect(control, option, SC_GroupBoxLabel, widget);
        return r.adjusted(0, title.bottom() + 1 - r.top() + groupTitleGap, 0, 0);
    }
    return QProxyStyle::subControlRect(control, option, part, widget);
}

} // namespace heteroscope
