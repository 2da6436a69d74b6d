// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/items/link_style.h"
#include "strategies/step_sketch.h"
#include "theme/icons.h"
#include "welcome/cluster_picture.h"
#include "welcome/welcome_page.h"
#include "widgets/drawing.h"

#include <QKeyEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

constexpr double doorText = 88;
constexpr double examplePicture = 122;
constexpr double exampleMargin = 12;
constexpr double lineHeight = 18;

/// The text with its figures tied to their units, so that no line begins with a unit.
QString withUnitsTied(QString text)
{
    static const QRegularExpression blank(QStringLiteral("(?<=\\d) (?=(%|s|ms|\u00b5s|[kMGT]?i?B)\\b|%)"));
    return text.replace(blank, QString(QChar::Nbsp));
}

/// Height of the text at this width.
double wrappedHeight(const QString &text, double width)
{
    QTextLayout layout(text, font(TypeRole::body));
    layout.beginLayout();
    double height = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        height += lineHeight;
    }
    layout.endLayout();
    return height;
}

/// Text in up to `lines` lines.
void drawWrapped(QPainter &painter, const QRectF &rect, const QString &text, const QColor &color, int lines)
{
    painter.setFont(font(TypeRole::body));
    painter.setPen(color);
    QTextLayout layout(text, painter.font());
    layout.beginLayout();
    double y = 0;
    for (int i = 0; i < lines; ++i) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(rect.width());
        line.setPosition(QPointF(0, y));
        y += lineHeight;
    }
    layout.endLayout();
    layout.draw(&painter, rect.topLeft());
}

/// A small cluster being drawn: the last link is still a ghost.
void paintDrawing(QPainter &painter, const QRectF &rect)
{
    const Theme &t = currentTheme();
    for (double y = rect.top() + 12; y < rect.bottom(); y += 24)
        for (double x = rect.left() + 12; x < rect.right(); x += 24)
            painter.fillRect(QRectF(x, y, 1.4, 1.4), t[Role::border]);
    const double cx = rect.center().x();
    const double top = rect.top() + rect.height() * 0.22;
    const double bottom = rect.top() + rect.height() * 0.64;
    const QRectF sw(cx - 48, top, 96, 26);
    const double pitch = std::min(118.0, rect.width() * 0.31);
    const double width = std::min(100.0, pitch - 8);
    const struct
    {
        const char *name;
        DeviceShape shape;
        int stage;
        double dx;
    } nodes[] = {{"8x H100", DeviceShape::diamond, 0, -1},
                 {"8x A100", DeviceShape::square, 1, 0},
                 {"8x 3090", DeviceShape::triangle, 2, 1}};
    drawLinkLine(painter, QPointF(sw.left() + 24, sw.bottom()), QPointF(cx - pitch, bottom), LinkTechnology::infiniband,
                 2.4, t.load(0.1));
    drawLinkLine(painter, QPointF(cx, sw.bottom()), QPointF(cx, bottom), LinkTechnology::infiniband, 2.4, t.load(0.5));
    QPen ghost(t[Role::selection], 2, Qt::CustomDashLine, Qt::FlatCap);
    ghost.setDashPattern({2, 1.5});
    painter.setPen(ghost);
    painter.drawLine(QPointF(sw.right() - 24, sw.bottom()), QPointF(cx + pitch, bottom));
    drawRounded(painter, sw, 4, t[Role::card], t[Role::borderStrong]);
    paintIcon(painter, QRectF(sw.left() + 8, sw.top() + 5, 16, 16), IconName::networkSwitch, t[Role::secondary]);
    drawLabel(painter, sw.adjusted(30, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("leaf-0"),
              TypeRole::badge, t[Role::text]);
    for (const auto &node : nodes) {
        const QRectF card(cx + node.dx * pitch - width / 2, bottom, width, 50);
        const bool last = node.stage == 2;
        drawRounded(painter, card, 6, t[Role::card], last ? QColor() : t[Role::borderStrong]);
        if (last) {
            painter.setPen(QPen(t[Role::selection], 1.2, Qt::DashLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(card, 6, 6);
        }
        drawLabel(painter, card.adjusted(10, 4, -6, -26), Qt::AlignLeft | Qt::AlignVCenter,
                  QString::fromLatin1(node.name), TypeRole::badge, t[Role::text]);
        for (int i = 0; i < 8; ++i)
            painter.fillPath(shapePath(node.shape,
                                       QPointF(card.center().x() + (i - 3.5) * width * 0.106, card.bottom() - 15),
                                       width * 0.08),
                             t.stage(node.stage));
        if (last) {
            painter.setPen(QPen(t[Role::selection], 2));
            painter.setBrush(t[Role::card]);
            painter.drawEllipse(QPointF(card.center().x(), card.top()), 4.5, 4.5);
        }
    }
}

/// Bubble over micro-batches, the first thing that a lesson shows: (p - 1) / (m + p - 1) with four stages.
void paintCurve(QPainter &painter, const QRectF &rect)
{
    const Theme &t = currentTheme();
    const QRectF plot = rect.adjusted(36, 28, -36, -28);
    painter.fillRect(QRectF(plot.left(), plot.bottom() - plot.height() * 0.12, plot.width(), plot.height() * 0.12),
                     t[Role::okFill]);
    painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1), t[Role::borderStrong]);
    painter.fillRect(QRectF(plot.left(), plot.top(), 1, plot.height()), t[Role::borderStrong]);
    painter.setPen(QPen(t[Role::forward], 1.6));
    for (int m = 1; m <= 24; ++m) {
        const double bubble = 3.0 / (m + 3);
        const QPointF at(plot.left() + plot.width() * m / 25, plot.bottom() - plot.height() * bubble);
        const bool present = m == 8;
        painter.setBrush(present ? t[Role::forward] : t[Role::card]);
        painter.drawEllipse(at, present ? 5 : 2.5, present ? 5 : 2.5);
    }
}

void paintFile(QPainter &painter, const QRectF &rect)
{
    const Theme &t = currentTheme();
    const QRectF sheet(rect.center().x() - 84, rect.top() + rect.height() * 0.18, 168, rect.height() * 0.64);
    drawRounded(painter, sheet, 6, t[Role::card], t[Role::borderStrong]);
    const char *lines[] = {
        "{", "\"formatVersion\": 1,", "\"cluster\": { … },", "\"workload\": { … },", "\"plans\": [ … ]", "}"};
    const double pitch = std::min(17.0, (sheet.height() - 16) / 6);
    for (int i = 0; i < 6; ++i)
        drawLabel(painter, QRectF(sheet.left() + (i == 0 || i == 5 ? 14 : 26), sheet.top() + 8 + i * pitch, 136, pitch),
                  Qt::AlignLeft | Qt::AlignVCenter, QString::fromUtf8(lines[i]), TypeRole::label,
                  t[i == 0 || i == 5 ? Role::muted : Role::secondary]);
}

} // namespace

WelcomeCard::WelcomeCard(Kind kind, QWidget *parent) : QAbstractButton(parent), m_kind(kind)
{
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void WelcomeCard::setTexts(const QString &title, const QString &detail, const QString &key)
{
    m_title = title;
    m_detail = detail;
    m_key = key;
    describe();
}

void WelcomeCard::describe()
{
    setAccessibleName(m_title);
    QStringList parts{m_detail, m_question, m_answer};
    parts.removeAll(QString());
    setAccessibleDescription(parts.join(u'\n'));
    update();
}

void WelcomeCard::setExample(ProjectSnapshot project, const QString &question, const QString &answerPattern)
{
    m_project = std::move(project);
    m_question = question;
    m_answerPattern = answerPattern;
    describe();
}

void WelcomeCard::setAnswer(const QString &answer)
{
    m_answer = answer;
    describe();
}

double WelcomeCard::exampleTextHeight(double width) const
{
    const double inner = width - 2 * exampleMargin;
    return 70 + wrappedHeight(m_question, inner) + 4 + wrappedHeight(m_answerPattern, inner) + 8;
}

int WelcomeCard::exampleHeight(int width) const
{
    return static_cast<int>(std::ceil(examplePicture + exampleTextHeight(width)));
}

void WelcomeCard::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

void WelcomeCard::setFigures(const QString &left, const QString &right)
{
    m_left = left;
    m_right = right;
    update();
}

void WelcomeCard::setResult(std::shared_ptr<const StepResult> result)
{
    m_result = std::move(result);
    update();
}

QSize WelcomeCard::sizeHint() const
{
    switch (m_kind) {
    case Kind::example:
        return {192, 160};
    case Kind::recent:
        return {300, 44};
    default:
        return {380, 288};
    }
}

void WelcomeCard::paintEvent(QPaintEvent *)
{
    const Theme &t = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_kind == Kind::recent) {
        paintRecent(painter);
        return;
    }
    const bool door = m_kind != Kind::example;
    const bool hovered = underMouse() && isEnabled();
    const double radius = door ? 8 : 6;
    const bool ring = hasFocus() || m_primary;
    drawRounded(painter, rect(), radius, isDown() ? t[Role::selectionFill] : t[Role::card],
                ring      ? t[Role::selection]
                : hovered ? t[Role::secondary]
                          : t[Role::border],
                ring ? 2 : 1);
    const double text = door ? doorText : height() - examplePicture;
    const QRectF picture(0, 0, width(), height() - text);
    painter.save();
    QPainterPath clip;
    clip.addRoundedRect(QRectF(rect()).adjusted(2, 2, -2, -2), radius - 1, radius - 1);
    painter.setClipPath(clip);
    paintPicture(painter, picture);
    painter.restore();
    painter.fillRect(QRectF(1, picture.bottom(), width() - 2, 1), t[Role::border]);
    const QRectF below(0, picture.bottom(), width(), text);
    door ? paintDoorTexts(painter, below) : paintExampleTexts(painter, below);
}

void WelcomeCard::paintPicture(QPainter &painter, const QRectF &rect) const
{
    const Theme &t = currentTheme();
    if (m_kind == Kind::drawDoor) {
        paintDrawing(painter, rect);
        return;
    }
    if (m_kind == Kind::lessonDoor) {
        paintCurve(painter, rect);
        return;
    }
    if (m_kind == Kind::openDoor) {
        paintFile(painter, rect);
        return;
    }
    const double pad = m_kind == Kind::example ? 12 : 20;
    QRectF room = rect.adjusted(pad, pad, -pad, -pad);
    if (m_kind == Kind::example && m_project) {
        paintCluster(painter, QRectF(room.left(), room.top() - 2, room.width(), 66), m_project->cluster, t);
        room.setTop(room.bottom() - 26);
    }
    if (m_result) {
        paintSketch(painter, room, *m_result, t);
        return;
    }
    drawRounded(painter, room, 3, t[Role::panelSunk]);
    drawLabel(painter, room, Qt::AlignCenter, QObject::tr("simulating …"), TypeRole::label, t[Role::muted]);
}

void WelcomeCard::paintDoorTexts(QPainter &painter, const QRectF &rect) const
{
    const Theme &t = currentTheme();
    const QRectF in = rect.adjusted(19, 12, -19, -8);
    drawLabel(painter, QRectF(in.left(), in.top(), in.width() - 30, 22), Qt::AlignLeft | Qt::AlignVCenter, m_title,
              TypeRole::welcome, t[Role::text]);
    const QRectF key(in.right() - 22, in.top() + 2, 22, 18);
    drawRounded(painter, key, 4, t[Role::panel], t[Role::borderStrong]);
    drawLabel(painter, key, Qt::AlignCenter, m_key, TypeRole::label, t[Role::secondary]);
    drawWrapped(painter, QRectF(in.left(), in.top() + 25, in.width(), 40), m_detail, t[Role::secondary], 2);
}

void WelcomeCard::paintExampleTexts(QPainter &painter, const QRectF &rect) const
{
    const Theme &t = currentTheme();
    const QRectF in = rect.adjusted(exampleMargin, 6, -exampleMargin, -4);
    drawLabel(painter, QRectF(in.left(), in.top(), in.width(), 20), Qt::AlignLeft | Qt::AlignVCenter, m_title,
              TypeRole::title, t[Role::text]);
    drawLabel(painter, QRectF(in.left(), in.top() + 20, in.width(), 17), Qt::AlignLeft | Qt::AlignVCenter, m_detail,
              TypeRole::label, t[Role::secondary]);
    drawLabel(painter, QRectF(in.left(), in.top() + 38, in.width(), 17), Qt::AlignLeft | Qt::AlignVCenter, m_left,
              TypeRole::badge, t[Role::text]);
    drawLabel(painter, QRectF(in.left(), in.top() + 38, in.width(), 17), Qt::AlignRight | Qt::AlignVCenter, m_right,
              TypeRole::label, t[Role::secondary]);
    const double questionHeight = wrappedHeight(m_question, in.width());
    drawWrapped(painter, QRectF(in.left(), in.top() + 62, in.width(), questionHeight), m_question, t[Role::text], 99);
    drawWrapped(painter, QRectF(in.left(), in.top() + 66 + questionHeight, in.width(), 0), withUnitsTied(m_answer),
                t[Role::secondary], 99);
}

void WelcomeCard::paintRecent(QPainter &painter) const
{
    const Theme &t = currentTheme();
    if (underMouse() || hasFocus())
        drawRounded(painter, rect(), 4, t[Role::hover], hasFocus() ? t[Role::selection] : QColor());
    paintIcon(painter, QRectF(12, height() / 2.0 - 8, 16, 16), IconName::folder, t[Role::secondary]);
    drawLabel(painter, QRectF(40, 4, width() - 48, 19), Qt::AlignLeft | Qt::AlignVCenter, m_title, TypeRole::body,
              t[Role::text]);
    drawLabel(painter, QRectF(40, 22, width() - 48, 17), Qt::AlignLeft | Qt::AlignVCenter, m_detail, TypeRole::label,
              t[Role::muted]);
}

} // namespace heteroscope
