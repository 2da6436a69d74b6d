// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formulas of lessons as they are drawn: no type below 11 px, nothing cut, at the width that the dock has on a small
// screen and at any other.
#include "lessons/formula_view.h"

#include "lesson/lesson_file.h"
#include "lessons/lesson_view.h"
#include "shell/commands/lesson_commands.h"
#include "shell/main_window.h"
#include "support/strict_test.h"
#include "theme/theme.h"
#include "ui/support/window_fixture.h"
#include "widgets/magnify.h"

#include <QBuffer>
#include <QScrollArea>
#include <QSvgGenerator>
#include <QXmlStreamReader>

using namespace heteroscope;

namespace {

constexpr double smallestType = 11; // px

struct DrawnText
{
    QString text;
    QRectF place;
    double size = 0; ///< px
};

/// The matrix of "matrix(1,0,0,1,0,0)".
QTransform transformOf(QStringView text)
{
    const auto numbers = text.mid(7).chopped(1).split(u',');
    const auto at = [&numbers](qsizetype i) { return numbers[i].toDouble(); };
    return numbers.size() == 6 ? QTransform(at(0), at(1), at(2), at(3), at(4), at(5)) : QTransform();
}

/// What the view paints as texts, read from a drawing of it.
std::vector<DrawnText> textsOf(FormulaView &view)
{
    QBuffer svg;
    svg.open(QIODevice::ReadWrite);
    QSvgGenerator generator;
    generator.setOutputDevice(&svg);
    generator.setSize(view.size());
    generator.setResolution(96);
    view.render(&generator, {}, {}, QWidget::RenderFlags());
    svg.seek(0);
    std::vector<DrawnText> texts;
    QXmlStreamReader reader(&svg);
    QTransform transform;
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        const auto attributes = reader.attributes();
        if (reader.name() == u"g" && attributes.hasAttribute(QStringLiteral("transform")))
            transform = transformOf(attributes.value(QStringLiteral("transform")));
        if (reader.name() != u"text")
            continue;
        QFont type = font(TypeRole::body);
        type.setPixelSize(attributes.value(QStringLiteral("font-size")).toInt());
        type.setWeight(static_cast<QFont::Weight>(attributes.value(QStringLiteral("font-weight")).toInt()));
        const QPointF at(attributes.value(QStringLiteral("x")).toDouble(),
                         attributes.value(QStringLiteral("y")).toDouble());
        const QString words = reader.readElementText().trimmed();
        if (words.isEmpty())
            continue;
        const QFontMetricsF metrics(type);
        const QRectF place(at.x(), at.y() - metrics.ascent(), metrics.horizontalAdvance(words), metrics.height());
        texts.push_back({words, transform.mapRect(place), type.pixelSize() * transform.m22()});
    }
    return texts;
}

/// Why a formula cannot be read, or does not stand in its widget; empty if all is well.
QString faultOf(FormulaView &view)
{
    const auto texts = textsOf(view);
    QString all;
    for (const DrawnText &text : texts) {
        all += text.text;
        if (text.size < smallestType)
            return QStringLiteral("%1 has a height of %2 px").arg(text.text).arg(text.size);
        if (!QRectF(view.rect()).adjusted(-1, -1, 1, 1).contains(text.place))
            return QStringLiteral("%1 ends at %2, %3").arg(text.text).arg(text.place.right()).arg(text.place.bottom());
    }
    if (all.contains(u'…'))
        return all + QStringLiteral(" is cut");
    // Everything that a screen reader is told is drawn: name, formula, numbers and result. Fractions need no brackets.
    const auto bare = [](QString words) { return words.remove(u'(').remove(u')').remove(u' '); };
    const QString told = view.accessibleName().section(QStringLiteral("; simulated"), 0, 0);
    for (const QString &word : told.split(u' '))
        if (word != u"/" && word != u"=" && !bare(all).contains(bare(word)))
            return QStringLiteral("%1 is not drawn in %2").arg(word, all);
    return {};
}

void fit(FormulaView &view, int width) { view.resize(width, view.heightForWidth(width)); }

} // namespace

class FormulaViewTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;
    int m_width = 0; ///< of formulas in the dock of a window of 1366 x 768

    struct Simulated
    {
        LessonMoment start;
        LessonScope scope(const Lesson &lesson) const { return {&lesson, &start, &start, nullptr}; }
    };

private slots:
    void initTestCase()
    {
        applyTheme(*qApp, ThemeKind::light);
        MainWindow window;
        window.session()->setFollowDelay(0);
        window.session()->setLiveBudget(Seconds(0.01));
        window.resize(1366, 768);
        window.show();
        auto *view = window.view<LessonView>();
        for (const Lesson &lesson : builtinLessons())
            for (std::size_t step = 0; step < lesson.steps.size() && m_width == 0; ++step)
                if (lesson.steps[step].formula && !lesson.steps[step].predict) {
                    window.teaching().play(lesson);
                    view->preview(lesson, step);
                    const auto *formula = view->findChild<FormulaView *>();
                    QTRY_VERIFY(formula->isVisible() && formula->width() > 200);
                    m_width = formula->width();
                }
        QVERIFY(m_width > 200 && m_width < 400);
    }

    void canBeReadOnASmallScreen_data()
    {
        QTest::addColumn<int>("row");
        int row = 0;
        for (const Lesson &lesson : builtinLessons())
            QTest::newRow(lesson.name.c_str()) << row++;
    }
    void canBeReadOnASmallScreen()
    {
        QFETCH(int, row);
        const Lesson &lesson = builtinLessons()[static_cast<std::size_t>(row)];
        const auto start = simulateMoment(startState(lesson));
        QVERIFY(start);
        const Simulated simulated{*start};
        const QString pictures = qEnvironmentVariable("HETEROSCOPE_PICTURES");
        for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
            const auto &formula = lesson.steps[step].formula;
            if (!formula)
                continue;
            for (const std::string language : {"en", "de", "zh_CN"}) {
                FormulaView view;
                view.setFormula(simulated.scope(lesson), *formula, QString::fromStdString(formula->name.in(language)));
                fit(view, m_width);
                QCOMPARE(faultOf(view), QString());
                if (!pictures.isEmpty() && language == "de")
                    view.grab().save(QStringLiteral("%1/formula-%2-%3.png")
                                         .arg(pictures, QString::fromStdString(lesson.name))
                                         .arg(step + 1));
            }
        }
    }

    void anyWidthAndSize()
    {
        const Lesson &lesson = *findLesson("11-experts-all-to-all");
        const auto start = simulateMoment(startState(lesson));
        QVERIFY(start);
        const Simulated simulated{*start};
        int formulas = 0;
        for (const LessonStep &step : lesson.steps) {
            if (!step.formula)
                continue;
            ++formulas;
            FormulaView view;
            view.setFormula(simulated.scope(lesson), *step.formula, QStringLiteral("bytes"));
            for (int width = 260; width <= 900; width += 40) {
                fit(view, width);
                QCOMPARE(faultOf(view), QString());
            }
            // Wider never needs more room, and a word that is too long is broken.
            QVERIFY(view.heightForWidth(260) > view.heightForWidth(900));
            view.setFormula(simulated.scope(lesson), *step.formula, QString(80, u'w'));
            fit(view, 260);
            for (const DrawnText &text : textsOf(view))
                QVERIFY2(text.place.right() <= 261, qPrintable(text.text));
            magnify(view, 2);
            view.setFormula(simulated.scope(lesson), *step.formula, QStringLiteral("bytes"));
            fit(view, 700);
            QCOMPARE(faultOf(view), QString());
            for (const DrawnText &text : textsOf(view))
                QVERIFY(text.size >= 2 * smallestType);
        }
        QVERIFY(formulas > 0);
    }
};

QTEST_MAIN(FormulaViewTest)
#include "formula_view_test.moc"
