// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/theme.h"

#include "simulator/result/step_result.h"
#include "strategy/mapping_text.h"
#include "theme/style.h"
#include "theme/system_theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

struct RoleColors
{
    Role role;
    QRgb light;
    QRgb dark;
};

struct RoleColor
{
    Role role;
    QRgb color;
};

// The one place where colours are written. Order as in roles.h; the theme test checks it.
constexpr std::array<RoleColors, roleCount> table = {{
    {Role::base, 0xFFFFFFFF, 0xFF14171C},
    {Role::canvas, 0xFFFAFBFC, 0xFF14171C},
    {Role::panel, 0xFFF5F7FA, 0xFF1B1F26},
    {Role::panelSunk, 0xFFECEFF3, 0xFF252B34},
    {Role::card, 0xFFFFFFFF, 0xFF1B1F26},
    {Role::tip, 0xFFFFFFFF, 0xFF252B34},
    {Role::border, 0xFFD5DBE3, 0xFF323945},
    {Role::borderStrong, 0xFFB8C1CD, 0xFF4A5464},
    {Role::grid, 0xFFE3E7EC, 0xFF232932},
    {Role::hover, 0xFFEAEEF3, 0xFF262C36},
    {Role::selection, 0xFF0A5FB4, 0xFF5AA9FF},
    {Role::selectionFill, 0xFFE1EDFA, 0xFF1D3450},
    {Role::accent, 0xFF0A5FB4, 0xFF5AA9FF},
    {Role::accentInk, 0xFFFFFFFF, 0xFF0B0D10},
    {Role::hatchSoft, 0xFFA9B2BE, 0xFF4E5866},
    {Role::text, 0xFF1B2430, 0xFFE6EAF0},
    {Role::secondary, 0xFF4B5768, 0xFFB3BCC8},
    {Role::muted, 0xFF5E6A7C, 0xFF929CAA},
    {Role::disabled, 0xFFB8C1CD, 0xFF4A5464},
    {Role::ok, 0xFF1B6E3C, 0xFF6FD79A},
    {Role::warning, 0xFF8A5A00, 0xFFFFC766},
    {Role::error, 0xFFB3261E, 0xFFFF8A80},
    {Role::okFill, 0xFFE4F3E9, 0xFF173524},
    {Role::warnFill, 0xFFFFF3D6, 0xFF3A2E14},
    {Role::errorFill, 0xFFFBE5E3, 0xFF401F1E},
    {Role::forward, 0xFF0A6ED1, 0xFF3390F5},
    {Role::forwardInk, 0xFFFFFFFF, 0xFF0B0D10},
    {Role::backward, 0xFFA8480F, 0xFFF07A45},
    {Role::backwardInk, 0xFFFFFFFF, 0xFF0B0D10},
    {Role::inputGradient, 0xFFEC8B5E, 0xFFFFB08A},
    {Role::inputGradientInk, 0xFF0B0D10, 0xFF0B0D10},
    {Role::weightGradient, 0xFFB58B00, 0xFFFFDB2E},
    {Role::weightGradientInk, 0xFF0B0D10, 0xFF0B0D10},
    {Role::optimizer, 0xFF4A5361, 0xFFA9B2BF},
    {Role::optimizerInk, 0xFFFFFFFF, 0xFF0B0D10},
    {Role::tp, 0xFF8A2BA8, 0xFFCFA1F9},
    {Role::tpInk, 0xFFFFFFFF, 0xFF0B0D10},
    {Role::pp, 0xFF06705C, 0xFF8CF5C6},
    {Role::ppInk, 0xFFFFFFFF, 0xFF0B0D10},
    {Role::dp, 0xFF3A98B2, 0xFF1C7BB0},
    {Role::dpInk, 0xFF0B0D10, 0xFFFFFFFF},
    {Role::ep, 0xFF6F1727, 0xFFDB2149},
    {Role::epInk, 0xFFFFFFFF, 0xFFFFFFFF},
    {Role::bubble, 0xFFECEFF3, 0xFF1E232B},
    {Role::bubbleHatch, 0xFF6F7A8A, 0xFF7F8A9A},
    {Role::criticalPath, 0xFF1B2430, 0xFFE6EAF0},
    {Role::memory, 0xFF7D8998, 0xFF8792A2},
    {Role::memoryTrack, 0xFFD5DBE3, 0xFF323945},
    {Role::stageA, 0xFF2F6DB0, 0xFF7DB4F0},
    {Role::stageAFill, 0xFFDCE9F7, 0xFF1E3350},
    {Role::stageB, 0xFF3F7F4F, 0xFF84CF98},
    {Role::stageBFill, 0xFFDFF0E3, 0xFF1C3A26},
    {Role::stageC, 0xFF9A5B12, 0xFFE3AC66},
    {Role::stageCFill, 0xFFF8E8D3, 0xFF42301A},
    {Role::stageD, 0xFF8B3F7F, 0xFFDE9AD2},
    {Role::stageDFill, 0xFFF3E1EF, 0xFF40263C},
    {Role::load0, 0xFF8A94A3, 0xFF5B6675},
    {Role::load1, 0xFF7C7FB0, 0xFF6C7DB0},
    {Role::load2, 0xFF85559F, 0xFFA97FCB},
    {Role::load3, 0xFF9A2A72, 0xFFEE8FB3},
    {Role::load4, 0xFF7D0A33, 0xFFFFDCA8},
    {Role::noteYellow, 0xFFFFF3BF, 0xFF3D3514},
    {Role::noteBlue, 0xFFDCEBFB, 0xFF1C3454},
    {Role::noteGreen, 0xFFDDF2E2, 0xFF1A3B27},
    {Role::notePink, 0xFFFBE2EE, 0xFF45253A},
    {Role::noteGrey, 0xFFE8EBEF, 0xFF2A303A},
}};

// What high contrast has other than dark.
constexpr RoleColor highContrast[] = {
    {Role::base, 0xFF000000},      {Role::canvas, 0xFF000000},       {Role::panel, 0xFF000000},
    {Role::panelSunk, 0xFF1C1C1C}, {Role::card, 0xFF000000},         {Role::tip, 0xFF000000},
    {Role::border, 0xFFB0B0B0},    {Role::borderStrong, 0xFFFFFFFF}, {Role::grid, 0xFF4A4A4A},
    {Role::hover, 0xFF303030},     {Role::selection, 0xFFFFE14D},    {Role::selectionFill, 0xFF3A3300},
    {Role::accent, 0xFFFFE14D},    {Role::accentInk, 0xFF000000},    {Role::text, 0xFFFFFFFF},
    {Role::secondary, 0xFFFFFFFF}, {Role::muted, 0xFFE0E0E0},        {Role::disabled, 0xFF8C8C8C},
    {Role::ok, 0xFF8CFFB0},        {Role::warning, 0xFFFFD97A},      {Role::error, 0xFFFFA8A0},
    {Role::okFill, 0xFF06280F},    {Role::warnFill, 0xFF2A2000},     {Role::errorFill, 0xFF360B08},
    {Role::bubble, 0xFF000000},    {Role::bubbleHatch, 0xFFC8C8C8},  {Role::criticalPath, 0xFFFFFFFF},
    {Role::memory, 0xFFD0D0D0},    {Role::memoryTrack, 0xFF4A4A4A},  {Role::noteYellow, 0xFF2E2800},
    {Role::noteBlue, 0xFF00254A},  {Role::noteGreen, 0xFF06300F},    {Role::notePink, 0xFF3A0A2C},
    {Role::noteGrey, 0xFF262626},  {Role::load0, 0xFFA8B4C4},        {Role::load1, 0xFF9DB0FF},
};

constexpr bool tableIsOrdered()
{
    for (std::size_t i = 0; i < table.size(); ++i)
        if (static_cast<std::size_t>(table[i].role) != i)
            return false;
    return true;
}
static_assert(tableIsOrdered(), "the table must hold every role once, in the order of roles.h");

Role offset(Role first, int steps) { return static_cast<Role>(static_cast<int>(first) + steps); }

QPixmap hatchTile(const QColor &color, double period, double width, double devicePixelRatio)
{
    // `period` is across the lines. The tile is a whole number of device pixels, so that lines meet at its edges.
    const int side = std::max(2, static_cast<int>(std::lround(period * std::sqrt(2.0) * devicePixelRatio)));
    QPixmap tile(side, side);
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, width * devicePixelRatio, Qt::SolidLine, Qt::FlatCap));
    for (int shift = -1; shift <= 1; ++shift) {
        const double x = shift * side;
        painter.drawLine(QPointF(x - side, 2.0 * side), QPointF(x + 2.0 * side, -side));
    }
    painter.end();
    tile.setDevicePixelRatio(devicePixelRatio);
    return tile;
}

QString uiFamily()
{
    static const QString family = [] {
        const QStringList families = QFontDatabase::families();
        for (const QString &wanted : {QStringLiteral("Inter"), QStringLiteral("Noto Sans")})
            if (families.contains(wanted))
                return wanted;
        return QFontDatabase::systemFont(QFontDatabase::GeneralFont).family();
    }();
    return family;
}

} // namespace

Role roleOf(Activity activity)
{
    switch (activity) {
    case Activity::forward:
    case Activity::recompute:
        return Role::forward;
    case Activity::backward:
        return Role::backward;
    case Activity::inputGradient:
        return Role::inputGradient;
    case Activity::weightGradient:
        return Role::weightGradient;
    case Activity::optimizer:
        return Role::optimizer;
    case Activity::overhead:
        return Role::hatchSoft;
    case Activity::exposedTp:
        return Role::tp;
    case Activity::exposedPp:
        return Role::pp;
    case Activity::exposedDp:
        return Role::dp;
    case Activity::exposedCp:
    case Activity::exposedEp:
        return Role::ep;
    case Activity::bubble:
        return Role::bubble;
    case Activity::straggler:
        return Role::warnFill;
    case Activity::idle:
        break;
    }
    return Role::base;
}

Role roleOf(Traffic traffic)
{
    switch (traffic) {
    case Traffic::tp:
        return Role::tp;
    case Traffic::send:
    case Traffic::receive:
        return Role::pp;
    case Traffic::dp:
        return Role::dp;
    case Traffic::cp:
    case Traffic::ep:
        break;
    }
    return Role::ep;
}

Role roleOf(MemoryPart part)
{
    switch (part) {
    case MemoryPart::weights:
        return Role::weightGradient;
    case MemoryPart::gradients:
        return Role::backward;
    case MemoryPart::optimizerState:
        return Role::optimizer;
    case MemoryPart::activations:
        return Role::forward;
    case MemoryPart::logits:
        return Role::tp;
    case MemoryPart::buffers:
        return Role::pp;
    case MemoryPart::reserve:
        break;
    }
    return Role::hatchSoft;
}

Role inkOf(Role fill)
{
    switch (fill) {
    case Role::forward:
        return Role::forwardInk;
    case Role::backward:
        return Role::backwardInk;
    case Role::inputGradient:
        return Role::inputGradientInk;
    case Role::weightGradient:
        return Role::weightGradientInk;
    case Role::optimizer:
        return Role::optimizerInk;
    case Role::tp:
        return Role::tpInk;
    case Role::pp:
        return Role::ppInk;
    case Role::dp:
        return Role::dpInk;
    case Role::ep:
        return Role::epInk;
    case Role::accent:
        return Role::accentInk;
    default:
        return Role::text;
    }
}

QColor Theme::color(Role role) const
{
    const RoleColors &colors = table[static_cast<std::size_t>(role)];
    if (m_kind == ThemeKind::contrast)
        for (const RoleColor &other : highContrast)
            if (other.role == role)
                return QColor::fromRgb(other.color);
    return QColor::fromRgb(isDark() ? colors.dark : colors.light);
}

QColor Theme::color(Role role, double opacity) const
{
    QColor result = color(role);
    result.setAlphaF(static_cast<float>(opacity));
    return result;
}

QColor mixedColors(const QColor &top, const QColor &below, double opacity)
{
    const auto mix = [opacity](int over, int under) {
        return static_cast<int>(std::lround(over * opacity + under * (1 - opacity)));
    };
    return QColor(mix(top.red(), below.red()), mix(top.green(), below.green()), mix(top.blue(), below.blue()));
}

QColor Theme::mixed(Role role, double opacity, Role ground) const
{
    return mixedColors(color(role), color(ground), opacity);
}

QColor Theme::fill(Activity activity) const
{
    if (activity == Activity::recompute)
        return mixed(Role::forward, recomputeTint);
    if (isExposed(activity))
        return mixed(roleOf(activity), waitingTint);
    return color(roleOf(activity));
}

QColor Theme::ink(Activity activity) const
{
    if (activity == Activity::recompute || isExposed(activity))
        return color(Role::text);
    return color(inkOf(roleOf(activity)));
}

QColor Theme::fill(Traffic traffic) const { return color(roleOf(traffic)); }

QColor Theme::stage(int stage) const { return color(offset(Role::stageA, 2 * (std::max(stage, 0) % 4))); }

QColor Theme::stageFill(int stage) const { return color(offset(Role::stageAFill, 2 * (std::max(stage, 0) % 4))); }

QColor Theme::load(double share) const
{
    const int step = share > 0 ? std::min(4, static_cast<int>(share * 5)) : 0;
    return color(offset(Role::load0, step));
}

QBrush Theme::hatch(Role role, double devicePixelRatio, double opacity) const
{
    return QBrush(hatchTile(color(role, opacity), 6, 1, devicePixelRatio));
}

QBrush Theme::overflowHatch(double devicePixelRatio) const
{
    return QBrush(hatchTile(color(Role::error), 4, 1.6, devicePixelRatio));
}

QPalette Theme::palette() const
{
    QPalette p;
    p.setColor(QPalette::Window, color(Role::panel));
    p.setColor(QPalette::WindowText, color(Role::text));
    p.setColor(QPalette::Base, color(Role::card));
    p.setColor(QPalette::AlternateBase, color(Role::panel));
    p.setColor(QPalette::Text, color(Role::text));
    // Where all words are near white, what is not there yet must still look like it: 8:1 on black, words have 21:1.
    p.setColor(QPalette::PlaceholderText, m_kind == ThemeKind::contrast ? QColor(0xA0A0A0) : color(Role::muted));
    p.setColor(QPalette::Button, color(Role::card));
    p.setColor(QPalette::ButtonText, color(Role::text));
    p.setColor(QPalette::BrightText, color(Role::error));
    p.setColor(QPalette::ToolTipBase, color(Role::tip));
    p.setColor(QPalette::ToolTipText, color(Role::text));
    p.setColor(QPalette::Highlight, color(Role::selectionFill));
    p.setColor(QPalette::HighlightedText, color(Role::text));
    p.setColor(QPalette::Link, color(Role::selection));
    p.setColor(QPalette::LinkVisited, color(Role::selection));
    p.setColor(QPalette::Light, color(Role::card));
    p.setColor(QPalette::Midlight, color(Role::panelSunk));
    p.setColor(QPalette::Mid, color(Role::border));
    p.setColor(QPalette::Dark, color(Role::borderStrong));
    p.setColor(QPalette::Shadow, color(Role::border));
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, color(Role::disabled));
    return p;
}

const Theme &theme(ThemeKind kind)
{
    static const Theme light(ThemeKind::light);
    static const Theme dark(ThemeKind::dark);
    static const Theme contrast(ThemeKind::contrast);
    return kind == ThemeKind::light ? light : kind == ThemeKind::dark ? dark : contrast;
}

QFont font(TypeRole role)
{
    QFont result(uiFamily());
    const auto set = [&result](int pixels, QFont::Weight weight) {
        result.setPixelSize(pixels);
        result.setWeight(weight);
    };
    switch (role) {
    case TypeRole::headline:
        set(22, QFont::DemiBold);
        break;
    case TypeRole::welcome:
        set(15, QFont::DemiBold);
        break;
    case TypeRole::title:
        set(13, QFont::DemiBold);
        break;
    case TypeRole::body:
        set(13, QFont::Normal);
        break;
    case TypeRole::button:
        set(13, QFont::Medium);
        break;
    case TypeRole::label:
        set(11, QFont::Normal);
        break;
    case TypeRole::badge:
        set(11, QFont::DemiBold);
        break;
    }
    result.setStyleStrategy(QFont::StyleStrategy(QFont::PreferAntialias | QFont::PreferNoShaping));
    result.setHintingPreference(QFont::PreferNoHinting);
    return result;
}

ThemeHolder &ThemeHolder::instance()
{
    static ThemeHolder holder;
    return holder;
}

void ThemeHolder::setKind(ThemeKind kind)
{
    if (kind == m_kind)
        return;
    m_kind = kind;
    if (qobject_cast<QApplication *>(QCoreApplication::instance()))
        QApplication::setPalette(current().palette());
    emit changed();
}

void applyTheme(QApplication &application, ThemeKind kind)
{
    SystemTheme::instance(); // reads the system's colours while they are not ours
    application.setStyle(new Style);
    QApplication::setFont(font(TypeRole::body));
    ThemeHolder::instance().setKind(kind);
    QApplication::setPalette(theme(kind).palette());
}

QString stageLetter(int stage) { return QString::fromStdString(stageName(stage)); }

} // namespace heteroscope
