// SPDX-License-Identifier: GPL-3.0-or-later
//
// The colour table must be readable and tell activities apart, also for colour-blind eyes; numbers are written one way.
#include "simulator/result/step_result.h"
#include "support/strict_test.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "theme/style.h"
#include "theme/theme.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QStyleOption>
#include <QTest>

#include <array>
#include <cmath>

using namespace heteroscope;

namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

Vector linear(const QColor &color)
{
    const auto decode = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    return {decode(color.redF()), decode(color.greenF()), decode(color.blueF())};
}

// WCAG 2 contrast ratio.
double contrast(const QColor &a, const QColor &b)
{
    const auto luminance = [](const QColor &c) {
        const Vector v = linear(c);
        return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2];
    };
    const double x = luminance(a);
    const double y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

Vector times(const Matrix &m, const Vector &v)
{
    Vector out{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            out[i] += m[i][j] * v[j];
    return out;
}

// Linear sRGB to CIELAB, D65.
Vector lab(Vector rgb)
{
    for (double &v : rgb)
        v = std::clamp(v, 0.0, 1.0);
    const Vector xyz = times({{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}}, rgb);
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    const double x = f(xyz[0] / 0.9505);
    const double y = f(xyz[1]);
    const double z = f(xyz[2] / 1.089);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

struct Sight
{
    const char *name;
    Matrix matrix;
};

// Machado, Oliveira, Fernandes 2009, severity 1, on linear RGB.
const std::array<Sight, 4> sights = {{
    {"normal", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}},
}};

double distance(const QColor &a, const QColor &b, const Matrix &sight)
{
    const Vector p = lab(times(sight, linear(a)));
    const Vector q = lab(times(sight, linear(b)));
    return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

constexpr std::array<ThemeKind, 3> kinds = {ThemeKind::light, ThemeKind::dark, ThemeKind::contrast};
constexpr std::array<Role, 8> activityRoles = {
    Role::forward, Role::backward, Role::weightGradient, Role::optimizer, Role::tp, Role::pp, Role::dp, Role::ep};

} // namespace

class ThemeTest : public StrictTest
{
    Q_OBJECT

private slots:
    void everyRoleHasAnOpaqueColour()
    {
        for (const ThemeKind kind : kinds)
            for (std::size_t i = 0; i < roleCount; ++i) {
                const QColor color = theme(kind)[static_cast<Role>(i)];
                QVERIFY(color.isValid());
                QCOMPARE(color.alpha(), 255);
            }
    }

    void textIsReadableOnItsGrounds()
    {
        for (const ThemeKind kind : kinds) {
            const Theme &t = theme(kind);
            for (const Role text : {Role::text, Role::secondary, Role::muted, Role::ok, Role::warning, Role::error})
                for (const Role ground : {Role::base, Role::canvas, Role::panel, Role::card, Role::tip})
                    QVERIFY2(contrast(t[text], t[ground]) >= 4.5, qPrintable(QStringLiteral("text %1 on %2: %3")
                                                                                 .arg(int(text))
                                                                                 .arg(int(ground))
                                                                                 .arg(contrast(t[text], t[ground]))));
            for (const auto &[text, ground] : {std::pair{Role::ok, Role::okFill},
                                               {Role::warning, Role::warnFill},
                                               {Role::error, Role::errorFill},
                                               {Role::text, Role::selectionFill},
                                               {Role::selection, Role::selectionFill},
                                               {Role::text, Role::panelSunk},
                                               {Role::secondary, Role::panelSunk},
                                               {Role::accentInk, Role::accent},
                                               {Role::text, Role::noteYellow},
                                               {Role::text, Role::noteBlue},
                                               {Role::text, Role::noteGreen},
                                               {Role::text, Role::notePink},
                                               {Role::text, Role::noteGrey}})
                QVERIFY2(contrast(t[text], t[ground]) >= 4.5, qPrintable(QStringLiteral("%1 on %2: %3")
                                                                             .arg(int(text))
                                                                             .arg(int(ground))
                                                                             .arg(contrast(t[text], t[ground]))));
        }
    }

    void highContrastIsHigh()
    {
        const Theme &t = theme(ThemeKind::contrast);
        QVERIFY(t.isDark());
        for (const Role text : {Role::text, Role::secondary, Role::muted, Role::ok, Role::warning, Role::error,
                                Role::border, Role::borderStrong, Role::selection})
            for (const Role ground : {Role::base, Role::canvas, Role::panel, Role::card, Role::tip, Role::panelSunk})
                QVERIFY2(contrast(t[text], t[ground]) >= 7, qPrintable(QString::number(contrast(t[text], t[ground]))));
        // What is not there yet is told from what is, and can be read as well as it.
        const QColor placeholder = t.palette().color(QPalette::PlaceholderText);
        QVERIFY(contrast(placeholder, t[Role::card]) >= 7);
        QVERIFY(contrast(t[Role::text], t[Role::card]) >= 2 * contrast(placeholder, t[Role::card]));
        // What cannot be used is told from what can, and can be read still.
        for (const Role ground : {Role::base, Role::panel, Role::card, Role::tip}) {
            QVERIFY(contrast(t[Role::disabled], t[ground]) >= 4.5);
            QVERIFY(contrast(t[Role::text], t[ground]) >= 3 * contrast(t[Role::disabled], t[ground]));
        }
        for (const Role paper : {Role::noteYellow, Role::noteBlue, Role::noteGreen, Role::notePink, Role::noteGrey})
            QVERIFY2(contrast(t[Role::text], t[paper]) >= 7,
                     qPrintable(QString::number(contrast(t[Role::text], t[paper]))));
    }

    void labelsAreReadableOnBars()
    {
        for (const ThemeKind kind : kinds) {
            const Theme &t = theme(kind);
            for (std::size_t i = 0; i < activityCount; ++i) {
                const auto activity = static_cast<Activity>(i);
                QVERIFY2(contrast(t.ink(activity), t.fill(activity)) >= 4.5,
                         qPrintable(QStringLiteral("%1: %2")
                                        .arg(QLatin1String(activityNames[i].data(), qsizetype(activityNames[i].size())))
                                        .arg(contrast(t.ink(activity), t.fill(activity)))));
            }
            for (const Role role : activityRoles) {
                QVERIFY2(contrast(t[inkOf(role)], t[role]) >= 4.5, qPrintable(QString::number(int(role))));
            }
            for (int stage = 0; stage < 4; ++stage)
                QVERIFY2(contrast(t.stage(stage), t.stageFill(stage)) >= 3,
                         qPrintable(QString::number(contrast(t.stage(stage), t.stageFill(stage)))));
        }
    }

    void activitiesDifferForEveryEye_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("sight");
        for (const ThemeKind kind : kinds)
            for (std::size_t s = 0; s < sights.size(); ++s)
                QTest::addRow("%s %s",
                              kind == ThemeKind::light  ? "light"
                              : kind == ThemeKind::dark ? "dark"
                                                        : "contrast",
                              sights[s].name)
                    << int(kind) << int(s);
    }
    void activitiesDifferForEveryEye()
    {
        QFETCH(int, kind);
        QFETCH(int, sight);
        const Theme &t = theme(static_cast<ThemeKind>(kind));
        const Sight &eye = sights[static_cast<std::size_t>(sight)];
        const double least = sight == 0 ? 25 : 10;
        for (std::size_t a = 0; a < activityRoles.size(); ++a)
            for (std::size_t b = a + 1; b < activityRoles.size(); ++b) {
                const double d = distance(t[activityRoles[a]], t[activityRoles[b]], eye.matrix);
                QVERIFY2(d >= least, qPrintable(QStringLiteral("roles %1 and %2 differ by %3").arg(a).arg(b).arg(d)));
            }
    }

    void partsOfMemoryDifferForEveryEye()
    {
        for (const ThemeKind kind : kinds)
            for (const Sight &eye : sights)
                for (std::size_t a = 0; a < memoryPartCount; ++a) {
                    const QColor one = theme(kind).fill(static_cast<MemoryPart>(a));
                    QVERIFY(distance(one, theme(kind)[Role::base], eye.matrix) >= 25);
                    for (std::size_t b = a + 1; b < memoryPartCount; ++b) {
                        const double d = distance(one, theme(kind).fill(static_cast<MemoryPart>(b)), eye.matrix);
                        QVERIFY2(d >= 12, qPrintable(QStringLiteral("%1: parts %2 and %3 differ by %4")
                                                         .arg(QString::fromLatin1(eye.name))
                                                         .arg(a)
                                                         .arg(b)
                                                         .arg(d)));
                    }
                }
    }

    void gradientsDifferFromTheBlockOfBoth()
    {
        // The parts of a backward stand beside whole ones, and chunks are steps of lightness of either.
        for (const ThemeKind kind : kinds)
            for (const Sight &eye : sights)
                for (const Role other : activityRoles) {
                    const double d = distance(theme(kind)[Role::inputGradient], theme(kind)[other], eye.matrix);
                    QVERIFY2(d >= 15, qPrintable(QStringLiteral("%1 from role %2").arg(d).arg(int(other))));
                }
    }

    void bubbleLooksUnlikeWaitingForALink()
    {
        for (const ThemeKind kind : kinds)
            for (const Sight &eye : sights)
                for (const Activity wait :
                     {Activity::exposedTp, Activity::exposedPp, Activity::exposedDp, Activity::exposedEp}) {
                    // The tint of expert parallelism is the faintest; its dots tell it from the hatch as well.
                    const double least = wait == Activity::exposedEp ? 3 : 5;
                    QVERIFY(distance(theme(kind).fill(wait), theme(kind).fill(Activity::bubble), eye.matrix) > least);
                }
    }

    void hatchCoversItsShareAndNoMore()
    {
        QImage image(240, 240, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.fillRect(image.rect(), theme(ThemeKind::light).bubbleHatch(1));
        painter.end();
        double ink = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                ink += 255 - qGray(image.pixel(x, y));
        const double line = (255 - qGray(theme(ThemeKind::light)[Role::bubbleHatch].rgb())) * Theme::hatchOpacity;
        const double covered = ink / (line * image.width() * image.height());
        QVERIFY2(covered > 0.12 && covered < 0.24, qPrintable(QString::number(covered))); // one line of 1 px every 6
    }

    void everyIconDrawsSomething()
    {
        for (int i = 0; i < iconCount; ++i) {
            const QPixmap pixmap = icon(static_cast<IconName>(i)).pixmap(16, 16);
            const QImage image = pixmap.toImage();
            int drawn = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    drawn += qAlpha(image.pixel(x, y)) > 40;
            QVERIFY2(drawn > 8, qPrintable(QString::number(i)));
        }
    }

    void aGroupBoxHasItsTitleAboveItsFrame()
    {
        const std::unique_ptr<Style> style = std::make_unique<Style>();
        QStyleOptionGroupBox option;
        option.rect = QRect(0, 0, 200, 100);
        option.subControls = QStyle::SC_GroupBoxFrame | QStyle::SC_GroupBoxLabel;
        option.fontMetrics = QFontMetrics(QApplication::font());
        const auto part = [&](QStyle::SubControl which) {
            return style->subControlRect(QStyle::CC_GroupBox, &option, which, nullptr);
        };
        option.text = QStringLiteral("Print range");
        QVERIFY(part(QStyle::SC_GroupBoxFrame).top() > part(QStyle::SC_GroupBoxLabel).bottom());
        QVERIFY(part(QStyle::SC_GroupBoxContents).top() > part(QStyle::SC_GroupBoxLabel).bottom());
        option.text.clear();
        QCOMPARE(part(QStyle::SC_GroupBoxFrame), option.rect);
    }

    void themeChangeIsTold()
    {
        auto &application = *qobject_cast<QApplication *>(QApplication::instance());
        applyTheme(application, ThemeKind::light);
        QSignalSpy spy(&ThemeHolder::instance(), &ThemeHolder::changed);
        ThemeHolder::instance().setKind(ThemeKind::dark);
        QCOMPARE(spy.count(), 1);
        ThemeHolder::instance().setKind(ThemeKind::dark);
        QCOMPARE(spy.count(), 1);
        QCOMPARE(QApplication::palette().color(QPalette::Window), theme(ThemeKind::dark)[Role::panel]);
        ThemeHolder::instance().setKind(ThemeKind::light);
    }

    void numbersHaveThreeDigitsAndOneUnit_data()
    {
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("expected");
        QTest::newRow("seconds") << formatSeconds(Seconds(7.4968)) << "7.50 s";
        QTest::newRow("milliseconds") << formatSeconds(Seconds(0.4124)) << "412 ms";
        QTest::newRow("microseconds") << formatSeconds(Seconds(10e-6)) << "10.0 µs";
        QTest::newRow("carry") << formatSeconds(Seconds(0.9999)) << "1.00 s";
        QTest::newRow("carry inside") << formatSeconds(Seconds(9.996)) << "10.0 s";
        QTest::newRow("zero") << formatSeconds(Seconds(0)) << "0 s";
        QTest::newRow("moment of seconds") << formatMoment(Seconds(4.5), Seconds(20)) << "4.50 s";
        QTest::newRow("moment of minutes") << formatMoment(Seconds(125), Seconds(330)) << "2:05";
        QTest::newRow("moment of hours") << formatMoment(Seconds(5400), Seconds(43200)) << "1:30:00";
        QTest::newRow("ticks") << formatTicks(Ticks(59'300'000'000)) << "59.3 ms";
        QTest::newRow("gigabytes") << formatBytes(Bytes(68.8e9)) << "68.8 GB";
        QTest::newRow("memory") << formatMemory(Bytes(80.0 * 1024 * 1024 * 1024)) << "80 GiB";
        QTest::newRow("nearly all") << formatPercent(0.9999) << "> 99.9 %";
        QTest::newRow("a little less") << formatSignedPercent(-0.0001) << "> −0.1 %";
        QTest::newRow("kilobytes") << formatBytes(Bytes(1500)) << "1.50 kB";
        QTest::newRow("bandwidth") << formatBandwidth(BytesPerSecond(3.12e9)) << "3.12 GB/s";
        QTest::newRow("flops") << formatFlops(FlopPerSecond(312e12)) << "312 TFLOP/s";
        QTest::newRow("percent") << formatPercent(0.2314) << "23.1 %";
        QTest::newRow("two decimals") << formatPercent(0.25574, 2) << "25.57 %";
        QTest::newRow("more") << formatSignedPercent(0.009) << "+0.9 %";
        QTest::newRow("less") << formatSignedSeconds(Seconds(-1.52)) << "−1.52 s";
        QTest::newRow("count") << formatCount(3118233) << "3,118,233";
        QTest::newRow("small count") << formatCount(999) << "999";
        QTest::newRow("rate") << splitRate(17476, "tok/s").number + u' ' + splitRate(17476, "tok/s").unit
                              << "17.5 k tok/s";
        QTest::newRow("stage") << stageLetter(3) + stageLetter(27) << "DAB";
    }
    void numbersHaveThreeDigitsAndOneUnit()
    {
        QFETCH(QString, written);
        QFETCH(QString, expected);
        QCOMPARE(written, expected);
    }

    void figuresStandInColumns()
    {
        QImage image(200, 40, QImage::Format_ARGB32_Premultiplied);
        QPainter painter(&image);
        painter.setFont(font(TypeRole::body));
        QCOMPARE(numberWidth(painter, "11.1"), numberWidth(painter, "48.8"));
        QVERIFY(numberWidth(painter, "100") > numberWidth(painter, "10"));
    }
};

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
