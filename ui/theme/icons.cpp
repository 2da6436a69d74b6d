// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/icons.h"

#include "theme/theme.h"

#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

#include <array>

namespace heteroscope {

namespace {

struct Outline
{
    IconName name;
    const char *path;
};

// Outlines on a 16 x 16 grid in a small subset of SVG path syntax: M, L, Z absolute, C cubic, O x y r circle.
// After "|" follow shapes that are filled. In the order of IconName.
constexpr std::array<Outline, iconCount> outlines = {{
    {IconName::open, "M1.8 12.8 L1.8 3.6 L6 3.6 L7.6 5.4 L13 5.4 L13 7.2 M1.8 12.8 L4 7.2 L15 7.2 L12.8 12.8 Z"},
    {IconName::save,
     "M2.5 2.5 L11 2.5 L13.5 5 L13.5 13.5 L2.5 13.5 Z M5 2.5 L5 6 L10 6 L10 2.5 M4.6 13.5 L4.6 9.2 L11.4 9.2 "
     "L11.4 13.5"},
    {IconName::saveAs,
     "M2.5 2.5 L11 2.5 L13.5 5 L13.5 8 M2.5 2.5 L2.5 13.5 L7.5 13.5 M5 2.5 L5 6 L10 6 L10 2.5 M9.5 13.8 L10 "
     "11.8 L14 7.9 L15.3 9.2 L11.4 13.2 Z"},
    {IconName::undo,
     "M5.2 2.8 L2.2 5.8 L5.2 8.8 M2.2 5.8 L9.6 5.8 C12 5.8 13.8 7.5 13.8 9.6 C13.8 11.7 12 13.4 9.6 13.4 L6 "
     "13.4"},
    {IconName::redo,
     "M10.8 2.8 L13.8 5.8 L10.8 8.8 M13.8 5.8 L6.4 5.8 C4 5.8 2.2 7.5 2.2 9.6 C2.2 11.7 4 13.4 6.4 13.4 L10 "
     "13.4"},
    {IconName::plan,
     "M8 1.6 L8 5 M8 11 L8 14.4 M1.6 8 L5 8 M11 8 L14.4 8 M3.5 3.5 L5.7 5.7 M10.3 10.3 L12.5 12.5 M12.5 3.5 "
     "L10.3 5.7 M5.7 10.3 L3.5 12.5"},
    {IconName::liveOn, "|O8 8 3.8"},
    {IconName::liveOff, "O8 8 3.4"},
    {IconName::search, "O7 7 4.6 M10.4 10.4 L14 14"},
    {IconName::server,
     "M2 2.6 L14 2.6 L14 6 L2 6 Z M2 6 L14 6 L14 9.6 L2 9.6 Z M2 9.6 L14 9.6 L14 13.2 L2 13.2 Z|O4.4 4.3 0.8 "
     "O4.4 7.8 0.8 O4.4 11.4 0.8"},
    {IconName::device,
     "M4 4 L12 4 L12 12 L4 12 Z M6.4 6.4 L9.6 6.4 L9.6 9.6 L6.4 9.6 Z M6 4 L6 1.8 M10 4 L10 1.8 M6 12 L6 "
     "14.2 M10 12 L10 14.2 M4 6 L1.8 6 M4 10 L1.8 10 M12 6 L14.2 6 M12 10 L14.2 10"},
    {IconName::networkSwitch,
     "M1.4 4.6 L14.6 4.6 L14.6 11.4 L1.4 11.4 Z M4 9.2 L4 7.4 M6.6 9.2 L6.6 7.4 M9.2 9.2 L9.2 7.4 M11.8 9.2 "
     "L11.8 7.4"},
    {IconName::link, "M1.2 8 L4.4 8 M11.6 8 L14.8 8 M4.4 5.4 L11.6 5.4 L11.6 10.6 L4.4 10.6 Z"},
    {IconName::warning, "M8 2.2 L14.6 13.4 L1.4 13.4 Z M8 6.4 L8 9.6|O8 11.5 0.85"},
    {IconName::info, "O8 8 6.2 M8 7.4 L8 11.2|O8 5 0.85"},
    {IconName::refused, "O8 8 6.2 M5.8 5.8 L10.2 10.2 M10.2 5.8 L5.8 10.2"},
    {IconName::check, "M3 8.4 L6.4 11.8 L13 4.6"},
    {IconName::proved,
     "M8 1.4 L9.8 2.6 L12 2.6 L12.7 4.7 L14.5 6 L13.8 8 L14.5 10 L12.7 11.3 L12 13.4 L9.8 13.4 L8 14.6 L6.2 "
     "13.4 L4 13.4 L3.3 11.3 L1.5 10 L2.2 8 L1.5 6 L3.3 4.7 L4 2.6 L6.2 2.6 Z M5.4 8.2 L7.3 10 L10.6 6.2"},
    {IconName::cross, "M4 4 L12 12 M12 4 L4 12"},
    {IconName::pin, "M5.4 2 L10.6 2 L9.8 7 L12.4 9.4 L3.6 9.4 L6.2 7 Z M8 9.4 L8 14.4"},
    {IconName::folder, "M1.8 12.8 L1.8 3.4 L6 3.4 L7.6 5.2 L14.2 5.2 L14.2 12.8 Z"},
    {IconName::file, "M3.4 1.8 L9.6 1.8 L12.6 4.8 L12.6 14.2 L3.4 14.2 Z M9.4 1.8 L9.4 5 L12.6 5"},
    {IconName::plus, "M8 3 L8 13 M3 8 L13 8"},
    {IconName::minus, "M3 8 L13 8"},
    {IconName::fit,
     "M2.4 6 L2.4 2.4 L6 2.4 M10 2.4 L13.6 2.4 L13.6 6 M13.6 10 L13.6 13.6 L10 13.6 M6 13.6 L2.4 13.6 L2.4 "
     "10"},
    {IconName::themeHalf, "O8 8 6.2|M8 1.8 C11.4 1.8 14.2 4.6 14.2 8 C14.2 11.4 11.4 14.2 8 14.2 Z"},
    {IconName::help, "O8 8 6.2 M6.1 6.3 C6.1 4 9.9 4 9.9 6.3 C9.9 7.8 8 7.8 8 9.4|O8 11.5 0.85"},
    {IconName::teach,
     "M8 2.8 L15 6.2 L8 9.6 L1 6.2 Z M4 7.8 L4 11.2 C5.6 13.4 10.4 13.4 12 11.2 L12 7.8 M15 6.2 L15 10.4"},
    {IconName::compare, "M2 2.8 L14 2.8 L14 13.2 L2 13.2 Z M8 2.8 L8 13.2"},
    {IconName::exportFile, "M8 10 L8 2 M5 4.8 L8 1.8 L11 4.8 M3 8.4 L3 13.8 L13 13.8 L13 8.4"},
    {IconName::importFile, "M8 2 L8 10 M5 7.2 L8 10.2 L11 7.2 M3 8.4 L3 13.8 L13 13.8 L13 8.4"},
    {IconName::chevronDown, "M4 6 L8 10 L12 6"},
    {IconName::chevronRight, "M6 4 L10 8 L6 12"},
    {IconName::chevronUp, "M4 10 L8 6 L12 10"},
    {IconName::chevronLeft, "M10 4 L6 8 L10 12"},
    {IconName::trash,
     "M2.6 4.2 L13.4 4.2 M6 4.2 L6 2.2 L10 2.2 L10 4.2 M4 4.2 L4.8 13.8 L11.2 13.8 L12 4.2 M6.8 6.8 L6.8 "
     "11.2 M9.2 6.8 L9.2 11.2"},
    {IconName::duplicate, "M5.6 5.6 L13.6 5.6 L13.6 13.6 L5.6 13.6 Z M10.4 5.6 L10.4 2.4 L2.4 2.4 L2.4 10.4 L5.6 10.4"},
    {IconName::group,
     "M2 2 L14 2 L14 14 L2 14 Z M4.6 4.6 L8 4.6 L8 8 L4.6 8 Z M8.6 8.6 L11.6 8.6 L11.6 11.6 L8.6 11.6 Z"},
    {IconName::ungroup, "M2 2 L8 2 L8 8 L2 8 Z M9.6 9.6 L14 9.6 L14 14 L9.6 14 Z"},
    {IconName::cut, "O4.2 12 1.9 O11.8 12 1.9 M5.2 10.4 L11.2 2 M10.8 10.4 L4.8 2"},
    {IconName::copy, "M5.6 5.6 L13.6 5.6 L13.6 13.6 L5.6 13.6 Z M10.4 5.6 L10.4 2.4 L2.4 2.4 L2.4 10.4 L5.6 10.4"},
    {IconName::paste, "M5.4 3.2 L3 3.2 L3 14 L13 14 L13 3.2 L10.6 3.2 M5.4 2 L10.6 2 L10.6 4.6 L5.4 4.6 Z"},
    {IconName::clock, "O8 8 6.2 M8 4.4 L8 8 L10.6 9.6"},
    {IconName::memory,
     "M1.6 4.4 L14.4 4.4 L14.4 11.6 L1.6 11.6 Z M4.4 6.8 L4.4 9.2 M8 6.8 L8 9.2 M11.6 6.8 L11.6 9.2 M4 11.6 "
     "L4 13.4 M8 11.6 L8 13.4 M12 11.6 L12 13.4"},
    {IconName::criticalPath, "M1.6 4 L6 4 L6 8 L10.6 8 L10.6 12 L14.4 12 M12.4 10 L14.4 12 L12.4 14"},
    {IconName::play, "M4.4 2.8 L12.8 8 L4.4 13.2 Z"},
    {IconName::pause, "M5.2 3 L5.2 13 M10.8 3 L10.8 13"},
    {IconName::settings, "M2 4.4 L8 4.4 M12 4.4 L14 4.4 M2 11.6 L4 11.6 M8 11.6 L14 11.6 O10 4.4 1.9 O6 11.6 1.9"},
    {IconName::floating, "M6 3 L13 3 L13 10 M13 3 L7.6 8.4 M10 13 L3 13 L3 6"},
    {IconName::rotate,
     "M13.4 8 C13.4 11 11 13.4 8 13.4 C5 13.4 2.6 11 2.6 8 C2.6 5 5 2.6 8 2.6 L11.4 2.6 M9 0.6 L11.4 2.6 L9 "
     "4.8"},
    {IconName::more, "|O3.4 8 1.2 O8 8 1.2 O12.6 8 1.2"},
    {IconName::layout, "M1.8 2.8 L14.2 2.8 L14.2 13.2 L1.8 13.2 Z M5.4 2.8 L5.4 13.2 M5.4 9 L14.2 9"},
    {IconName::note,
     "M2.6 2.6 L13.4 2.6 L13.4 9.4 L9.4 13.4 L2.6 13.4 Z M13.4 9.4 L9.4 9.4 L9.4 13.4 M5 5.4 L11 5.4 M5 8 "
     "L8.6 8"},
}};

constexpr bool outlinesAreInOrder()
{
    for (std::size_t i = 0; i < outlines.size(); ++i)
        if (outlines[i].name != static_cast<IconName>(i))
            return false;
    return true;
}
static_assert(outlinesAreInOrder());

const char *outline(IconName name) { return outlines[static_cast<std::size_t>(name)].path; }

QPainterPath parsePath(const QString &text)
{
    QPainterPath path;
    QString spaced;
    for (const QChar c : text) {
        if (c.isLetter())
            spaced += u' ' + QString(c) + u' ';
        else
            spaced += c;
    }
    const QStringList words = spaced.split(u' ', Qt::SkipEmptyParts);
    qsizetype i = 0;
    const auto number = [&words, &i] { return i < words.size() ? words[i++].toDouble() : 0.0; };
    const auto point = [&number] {
        const double x = number();
        return QPointF(x, number());
    };
    while (i < words.size()) {
        const QChar command = words[i++][0];
        if (command == u'M') {
            path.moveTo(point());
        } else if (command == u'L') {
            path.lineTo(point());
        } else if (command == u'C') {
            const QPointF a = point();
            const QPointF b = point();
            path.cubicTo(a, b, point());
        } else if (command == u'O') {
            const QPointF centre = point();
            const double radius = number();
            path.addEllipse(centre, radius, radius);
        } else if (command == u'Z') {
            path.closeSubpath();
        }
    }
    return path;
}

struct Drawing
{
    QPainterPath lines;
    QPainterPath filled;
};

const Drawing &drawing(IconName name)
{
    static const std::array<Drawing, iconCount> all = [] {
        std::array<Drawing, iconCount> result;
        for (int i = 0; i < iconCount; ++i) {
            const QStringList parts = QString::fromLatin1(outline(static_cast<IconName>(i))).split(u'|');
            result[static_cast<std::size_t>(i)].lines = parsePath(parts[0]);
            if (parts.size() > 1)
                result[static_cast<std::size_t>(i)].filled = parsePath(parts[1]);
        }
        return result;
    }();
    return all[static_cast<std::size_t>(name)];
}

class ThemeIconEngine : public QIconEngine
{
public:
    ThemeIconEngine(IconName name, Role role) : m_name(name), m_role(role) {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        const Theme &t = currentTheme();
        const Role role = mode == QIcon::Disabled   ? Role::disabled
                          : mode == QIcon::Selected ? Role::accentInk
                          : mode == QIcon::Active   ? Role::selection
                                                    : m_role;
        paintIcon(*painter, rect, m_name, t[role]);
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap result(size);
        result.fill(Qt::transparent);
        QPainter painter(&result);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return result;
    }

    QIconEngine *clone() const override { return new ThemeIconEngine(*this); }

private:
    IconName m_name;
    Role m_role;
};

} // namespace

QIcon icon(IconName name, Role role) { return QIcon(new ThemeIconEngine(name, role)); }

void paintIcon(QPainter &painter, const QRectF &rect, IconName name, const QColor &color)
{
    const Drawing &d = drawing(name);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double scale = std::min(rect.width(), rect.height()) / 16;
    painter.translate(rect.center() - QPointF(8, 8) * scale);
    painter.scale(scale, scale);
    painter.setPen(QPen(color, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(d.lines);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPath(d.filled);
    painter.restore();
}

} // namespace heteroscope
