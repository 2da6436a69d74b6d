// SPDX-License-Identifier: GPL-3.0-or-later
//
// Colours, type and metrics of the window. All sizes are in device-independent pixels. Widgets ask currentTheme() when
// they paint and repaint on ThemeHolder::changed; exports take a Theme as a parameter.
#pragma once

#include "theme/roles.h"

#include <QBrush>
#include <QColor>
#include <QFont>
#include <QObject>
#include <QPalette>
#include <QString>

#include <array>
#include <cstddef>

class QApplication;

namespace heteroscope {

/// contrast: white on black for low vision; every text has a contrast of at least 7:1.
enum class ThemeKind { light, dark, contrast };

enum class TypeRole {
    headline, ///< 22 semibold
    welcome,  ///< 15 semibold
    title,    ///< 13 semibold
    body,     ///< 13
    button,   ///< 13 medium
    label,    ///< 11
    badge,    ///< 11 semibold
};

class Theme
{
public:
    static constexpr double waitingTint = 0.30; ///< exposed communication in the compute lane
    static constexpr double recomputeTint = 0.45;
    static constexpr double hatchOpacity = 0.62;
    static constexpr double staleOpacity = 0.55;
    static constexpr double dimmedOpacity = 0.30; ///< off the critical path
    static constexpr double ghostOpacity = 0.70;  ///< a plan that is only previewed

    explicit Theme(ThemeKind kind) : m_kind(kind) {}

    ThemeKind kind() const { return m_kind; }
    bool isDark() const { return m_kind != ThemeKind::light; }
    QColor color(Role role) const;
    QColor operator[](Role role) const { return color(role); }
    QColor color(Role role, double opacity) const;
    /// `role` at `opacity` over `ground`, opaque.
    QColor mixed(Role role, double opacity, Role ground = Role::base) const;

    /// The opaque fill of an activity's bar, tints included; the ground of bubble and straggler below their hatch.
    QColor fill(Activity activity) const;
    /// Text on that fill.
    QColor ink(Activity activity) const;
    QColor fill(Traffic traffic) const;
    QColor fill(MemoryPart part) const { return color(roleOf(part)); }

    QColor stage(int stage) const;
    QColor stageFill(int stage) const;
    /// Colour of a link that is busy for `share` (0..1) of the time, in five steps.
    QColor load(double share) const;

    /// 45 degree hatch, one 1 px line every 6 px in `role`, on nothing; crisp at the device pixel ratio. Set the
    /// painter's brush origin so that neighbouring bars continue each other.
    QBrush hatch(Role role, double devicePixelRatio, double opacity = hatchOpacity) const;
    QBrush bubbleHatch(double devicePixelRatio) const { return hatch(Role::bubbleHatch, devicePixelRatio); }
    /// The denser hatch in the error colour of memory beyond its capacity: a 1.6 px line every 4 px.
    QBrush overflowHatch(double devicePixelRatio) const;

    QPalette palette() const;

private:
    ThemeKind m_kind;
};

const Theme &theme(ThemeKind kind);

/// Inter, else Noto Sans, else the system's font, at the pixel size of the role. Contextual alternates are off, so that
/// "8x" stays plain; drawNumber keeps figures in columns.
QFont font(TypeRole role);

/// Which theme the window uses now.
class ThemeHolder : public QObject
{
    Q_OBJECT

public:
    static ThemeHolder &instance();

    const Theme &current() const { return theme(m_kind); }
    ThemeKind kind() const { return m_kind; }
    /// Sets palette and tells everybody; does nothing when `kind` is the current one.
    void setKind(ThemeKind kind);

signals:
    void changed();

private:
    ThemeKind m_kind = ThemeKind::light;
};

inline const Theme &currentTheme() { return ThemeHolder::instance().current(); }

/// Style, font and palette for the application; call once after constructing it.
void applyTheme(QApplication &application, ThemeKind kind);

/// "A", "B" ... "Z", "AA".
QString stageLetter(int stage);

// Sizes.
inline constexpr int laneHeight = 34;
inline constexpr int laneHeadWidth = 160;
inline constexpr int rulerHeight = 20;
inline constexpr int overviewHeight = 30;
inline constexpr int tableRowHeight = 24;
inline constexpr int headerRowHeight = 26;
inline constexpr int headlineHeight = 56;
inline constexpr int dockTabHeight = 28;
inline constexpr int fieldHeight = 26;
inline constexpr int buttonHeight = 28;

/// `top` at `opacity` over `below`, opaque.
QColor mixedColors(const QColor &top, const QColor &below, double opacity);

} // namespace heteroscope
