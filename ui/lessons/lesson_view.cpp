// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_view.h"

#include "language/lesson_language.h"
#include "lesson/lesson_file.h"
#include "lessons/formula_view.h"
#include "lessons/lesson_drawings.h"
#include "lessons/lesson_slider.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/magnify.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr int margin = 14;

QString fromCore(const std::string &text) { return QString::fromStdString(text); }

void setInk(QLabel *label, Role role)
{
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, currentTheme()[role]);
    label->setPalette(palette);
}

} // namespace

LessonView::LessonView(Session *session, QWidget *parent)
    : QWidget(parent), m_player(session), m_language(lessonLanguage())
{
    setObjectName(QStringLiteral("lessons"));
    setAccessibleName(tr("Lessons"));
    setMinimumWidth(340);
    m_pages = new QStackedLayout(this);
    m_pages->addWidget(makeList());
    m_scroll = new QScrollArea;
    m_scroll->setWidgetResizable(true);
    m_scroll->setAccessibleName(tr("Lesson"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_scroll, 1);
    layout->addLayout(makeButtons());
    m_pages->addWidget(page);
    connect(&m_player, &LessonPlayer::stepChanged, this, &LessonView::rebuild);
    connect(&m_player, &LessonPlayer::changed, this, &LessonView::refresh);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, &LessonView::refresh);
}

QString LessonView::text(const LessonText &text) const { return fromCore(text.in(m_language.toStdString())); }

QString LessonView::filled(const LessonText &text) const
{
    return fromCore(filledText(m_player.scope(), text.in(m_language.toStdString())));
}

QWidget *LessonView::makeList()
{
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(margin, margin, margin, margin);
    auto *title = new PlainLabel(tr("Lessons"), page);
    title->setFont(heteroscope::font(TypeRole::headline));
    layout->addWidget(title);
    auto *what = new PlainLabel(
        tr("Each lesson is a project that you can change. It asks before it shows, and checks by simulation."), page);
    what->setWordWrap(true);
    what->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(what);
    m_list = new QListWidget(page);
    m_list->setAccessibleName(tr("Lessons"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setWordWrap(true);
    layout->addWidget(m_list, 1);
    auto *start = new QPushButton(tr("Start the lesson"), page);
    layout->addWidget(start);
    layout->addLayout(makeTeachersButtons(page));
    connect(start, &QPushButton::clicked, this, &LessonView::chooseCurrent);
    connect(m_list, &QListWidget::itemActivated, this, &LessonView::chooseCurrent);
    setFocusProxy(m_list);
    fillList();
    return page;
}

/// For lessons and sheets of one's own.
QLayout *LessonView::makeTeachersButtons(QWidget *page)
{
    auto *row = new QGridLayout;
    const auto add = [&](const QString &text, const char *name, int line, int column, auto signal) {
        auto *button = new QPushButton(text, page);
        button->setObjectName(QLatin1String(name));
        connect(button, &QPushButton::clicked, this, signal);
        row->addWidget(button, line, column);
    };
    add(tr("Open a file …"), "openLesson", 0, 0, &LessonView::fileRequested);
    add(tr("Write a lesson …"), "writeLesson", 0, 1, &LessonView::authorRequested);
    add(tr("Exercise sheets …"), "makeSheets", 1, 0, &LessonView::sheetsRequested);
    add(tr("Grade hand-ins …"), "gradeHandIns", 1, 1, &LessonView::gradingRequested);
    return row;
}

void LessonView::fillList()
{
    // Items stay the same ones: a screen reader does not lose its place.
    int number = 0;
    for (const Lesson &lesson : builtinLessons()) {
        const LessonProgress progress = keptProgress(lesson.name);
        const QString title = tr("%1. %2").arg(++number).arg(text(lesson.title));
        const QString state = progress.isFinished  ? tr("finished")
                              : progress.steps > 0 ? tr("%1 of %2 steps").arg(progress.steps).arg(lesson.steps.size())
                                                   : QString();
        QListWidgetItem *item = m_list->item(number - 1);
        if (!item)
            item = new QListWidgetItem(m_list);
        item->setText(state.isEmpty() ? title : tr("%1 – %2").arg(title, state));
        item->setData(Qt::UserRole, fromCore(lesson.name));
        item->setToolTip(plainTip(text(lesson.summary)));
        item->setData(Qt::AccessibleDescriptionRole, text(lesson.summary));
    }
    if (m_list->currentRow() < 0)
        m_list->setCurrentRow(0);
}

void LessonView::chooseCurrent()
{
    if (const QListWidgetItem *item = m_list->currentItem())
        emit lessonChosen(item->data(Qt::UserRole).toString());
}

void LessonView::showList()
{
    m_player.end();
    fillList();
    m_pages->setCurrentIndex(0);
    setFocusProxy(m_list);
}

void LessonView::begin(const Lesson &lesson) { m_player.begin(lesson); }

void LessonView::preview(const Lesson &lesson, std::size_t step)
{
    m_player.setPreview(true);
    m_player.begin(lesson, step);
}

void LessonView::setMagnification(double magnification)
{
    m_magnification = magnification;
    magnify(*this, magnification);
}

void LessonView::rebuild()
{
    const bool hadFocus = isAncestorOf(QApplication::focusWidget());
    m_choices.clear();
    m_controls.clear();
    m_goals.clear();
    m_hintTexts.clear();
    m_afterwards.clear();
    m_number = nullptr;
    m_check = m_hint = nullptr;
    m_verdict = m_measured = m_seen = nullptr;
    m_formula = nullptr;
    m_curve = nullptr;
    if (!m_player.lesson()) {
        fillList();
        m_pages->setCurrentIndex(0);
        setFocusProxy(m_list);
        if (hadFocus)
            m_list->setFocus(Qt::TabFocusReason);
        if (QWidget *old = m_scroll->takeWidget())
            old->deleteLater(); // its button may be what ended the lesson
        return;
    }
    auto *page = new QWidget;
    m_content = new QVBoxLayout(page);
    m_content->setContentsMargins(margin, margin, margin, margin);
    m_content->setSpacing(10);
    addHeader();
    if (m_player.isOver()) {
        addEnd();
    } else {
        addText(text(m_player.step()->card), m_content);
        if (m_player.lesson()->isLocked)
            addText(tr("In this lesson only its own controls may be changed."), m_content, true);
        addPrediction();
        addControls();
        addFormula();
        addGoals();
        addHints();
        addChart();
        addMeasured();
        addWords();
    }
    m_content->addStretch(1);
    if (QWidget *old = m_scroll->takeWidget())
        old->deleteLater();
    for (QWidget *widget : page->findChildren<QWidget *>())
        widget->ensurePolished();    // the style sets the fonts of buttons
    magnify(*page, m_magnification); // before it inherits the larger font of what is around it
    m_scroll->setWidget(page);
    m_pages->setCurrentIndex(1);
    refresh();
    QWidget *first = m_number              ? m_number
                     : !m_choices.empty()  ? static_cast<QWidget *>(m_choices.front())
                     : !m_controls.empty() ? m_controls.front().field
                                           : m_next;
    setFocusProxy(first);
    if (!m_player.isPreview() ? hadFocus || isVisible() : hadFocus)
        first->setFocus(Qt::TabFocusReason); // as by keyboard: Space then chooses, and does not play the step
}

/// "Lesson 3 of 15 · step 2 of 4"; lessons of one's own have no number.
QString LessonView::placeText() const
{
    const auto &all = builtinLessons();
    const auto own = std::ranges::find(all, m_player.lesson()->name, &Lesson::name);
    const std::size_t steps = m_player.lesson()->steps.size();
    if (own == all.end() || m_player.isPreview())
        return m_player.isOver() ? tr("The end") : tr("Step %1 of %2").arg(m_player.stepIndex() + 1).arg(steps);
    const auto number = own - all.begin() + 1;
    return m_player.isOver() ? tr("Lesson %1 of %2 · the end").arg(number).arg(all.size())
                             : tr("Lesson %1 of %2 · step %3 of %4")
                                   .arg(number)
                                   .arg(all.size())
                                   .arg(m_player.stepIndex() + 1)
                                   .arg(steps);
}

void LessonView::addHeader()
{
    auto *row = new QHBoxLayout;
    auto *where = new PlainLabel(placeText());
    where->setFont(heteroscope::font(TypeRole::label));
    where->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(where, 1);
    if (!m_player.isPreview()) {
        auto *leave = new QPushButton(tr("Leave"));
        leave->setAccessibleName(tr("Leave the lesson"));
        leave->setObjectName(QStringLiteral("leaveLesson"));
        connect(leave, &QPushButton::clicked, this, &LessonView::showList, Qt::QueuedConnection);
        row->addWidget(leave);
    }
    m_content->addLayout(row);
    auto *title = addText(text(m_player.lesson()->title), m_content);
    title->setFont(heteroscope::font(TypeRole::headline));
}

QLabel *LessonView::addText(const QString &words, QVBoxLayout *layout, bool isQuiet)
{
    auto *label = new PlainLabel(words);
    label->setWordWrap(true);
    if (isQuiet)
        label->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(label);
    return label;
}

QVBoxLayout *LessonView::addBox(const QString &title)
{
    auto *box = new LessonBox;
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(12, 10, 12, 10);
    layout->setSpacing(6);
    box->setAccessibleName(title);
    addText(title, layout)->setFont(heteroscope::font(TypeRole::title));
    m_content->addWidget(box);
    return layout;
}

void LessonView::check()
{
    const LessonStep *step = m_player.step();
    if (!step || !step->predict || m_player.isAnswered())
        return;
    if (m_number) {
        if (const auto typed = typedValue(m_number->text().toStdString(), step->predict->show))
            m_player.answer(*typed);
    } else {
        for (std::size_t i = 0; i < m_choices.size(); ++i)
            if (m_choices[i]->isChecked()) {
                m_player.answer(i);
                break;
            }
    }
    if (m_player.isAnswered()) {
        QWidget *next = !m_controls.empty() ? m_controls.front().field : m_next;
        if (next->isEnabled())
            next->setFocus(Qt::TabFocusReason);
    }
}

QLayout *LessonView::makeButtons()
{
    auto *row = new QHBoxLayout;
    row->setContentsMargins(margin, 8, margin, 10);
    row->addStretch(1);
    m_back = new QPushButton(tr("Back"));
    m_back->setObjectName(QStringLiteral("lessonBack"));
    m_next = new QPushButton(tr("Next"));
    m_next->setObjectName(QStringLiteral("lessonNext"));
    connect(m_back, &QPushButton::clicked, &m_player, &LessonPlayer::back);
    connect(m_next, &QPushButton::clicked, this,
            [this] { m_player.isOver() && !m_player.isPreview() ? showList() : m_player.next(); });
    row->addWidget(m_back);
    row->addWidget(m_next);
    return row;
}

void LessonView::refresh()
{
    if (!m_player.lesson())
        return;
    refreshPrediction();
    refreshControls();
    for (QWidget *part : m_afterwards)
        part->setVisible(m_player.isAnswered());
    if (m_formula)
        m_formula->setFormula(m_player.scope(), *m_player.step()->formula, text(m_player.step()->formula->name));
    if (m_curve) {
        const LessonChart &chart = *m_player.step()->chart;
        m_curve->setPoints(*m_player.lesson(), chart, m_player.chart(),
                           m_player.value(*m_player.lesson()->findControl(chart.control)));
    }
    refreshGoals();
    for (std::size_t i = 0; i < m_hintTexts.size(); ++i)
        m_hintTexts[i]->setVisible(static_cast<int>(i) < m_player.hints());
    if (m_hint) {
        const int all = static_cast<int>(m_hintTexts.size());
        m_hint->setEnabled(m_player.hints() < all);
        m_hint->setText(tr("Hint %1 of %2").arg(std::min(m_player.hints() + 1, all)).arg(all));
    }
    refreshMeasured();
    if (m_seen)
        m_seen->setText(filled(m_player.lesson()->seen));
    refreshSpoken();
    m_back->setEnabled(m_player.stepIndex() > 0);
    const bool isLast = m_player.isOver() && !m_player.isPreview();
    m_next->setText(isLast ? tr("All lessons") : tr("Next"));
    m_next->setEnabled(isLast || m_player.canGoNext());
}

/// What a screen reader says where the keyboard goes by itself: text and question at the beginning of a step, then the
/// verdict, and with each change of a control how far the goals are.
void LessonView::refreshSpoken()
{
    QStringList words;
    if (const LessonStep *step = m_player.step(); step && !m_player.verdict()) {
        words << text(step->card);
        if (step->predict && !m_number)
            words << text(step->predict->question);
    }
    if (m_verdict && m_player.verdict())
        words << m_verdict->text();
    for (QAbstractButton *choice : m_choices)
        choice->setAccessibleDescription(words.join(u' '));
    if (m_number)
        m_number->setAccessibleDescription(words.join(u' '));
    if (m_seen)
        words << m_seen->text();
    if (m_player.isAnswered())
        for (std::size_t i = 0; i < m_goals.size(); ++i)
            words << m_goals[i]->accessibleName();
    for (const ControlRow &row : m_controls)
        row.field->setAccessibleDescription(words.join(u' '));
    m_next->setAccessibleDescription(words.join(u' '));
}

QString LessonView::verdictText() const
{
    const Prediction &asked = *m_player.step()->predict;
    if (!m_player.problem().isEmpty())
        return m_player.problem();
    if (!m_player.verdict())
        return m_player.isReady() ? QString() : tr("Simulating …");
    const QString right = asked.choices.empty() ? fromCore(shownText(m_player.verdict()->correct, asked.show))
                                                : text(asked.choices[m_player.verdict()->rightChoice].text);
    return m_player.verdict()->isRight ? tr("✓ Right: %1").arg(right) : tr("✗ Not so. Simulated: %1").arg(right);
}

void LessonView::refreshPrediction()
{
    if (!m_check)
        return;
    const bool isOpen = !m_player.isAnswered();
    bool isGiven = m_number && typedValue(m_number->text().toStdString(), m_player.step()->predict->show);
    for (QAbstractButton *choice : m_choices) {
        isGiven = isGiven || choice->isChecked();
        choice->setEnabled(isOpen);
    }
    if (m_number)
        m_number->setReadOnly(!isOpen);
    m_check->setVisible(isOpen);
    m_check->setEnabled(isOpen && isGiven && m_player.isReady());
    const QString words = verdictText();
    m_verdict->setVisible(!words.isEmpty());
    m_verdict->setText(words);
    setInk(m_verdict, !m_player.problem().isEmpty()                       ? Role::error
                      : m_player.verdict() && m_player.verdict()->isRight ? Role::ok
                      : m_player.verdict()                                ? Role::warning
                                                                          : Role::secondary);
}

void LessonView::refreshControls()
{
    for (const ControlRow &row : m_controls) {
        const auto value = m_player.value(*row.control);
        row.value->setText(value ? fromCore(controlText(*row.control, *value)) : QString());
        const auto &values = row.control->values;
        const auto found = value ? std::find(values.begin(), values.end(), *value) : values.end();
        const QSignalBlocker quiet(row.field);
        const int index = found == values.end() ? -1 : static_cast<int>(found - values.begin());
        if (auto *box = qobject_cast<QComboBox *>(row.field))
            box->setCurrentIndex(index);
        else if (auto *slider = qobject_cast<LessonSlider *>(row.field); slider && index >= 0) {
            slider->setValue(index);
            slider->setValueText(row.value->text());
        }
    }
}

void LessonView::refreshGoals()
{
    for (std::size_t i = 0; i < m_goals.size(); ++i) {
        const LessonGoal &goal = m_player.step()->goals[i];
        const bool isReached = m_player.isReached(i);
        QString now;
        if (goal.now.isSet() && m_player.now())
            if (const auto value = lessonValue(m_player.scope(), goal.now))
                now = tr("now %1").arg(fromCore(shownText(*value, goal.show)));
        const QString mark = isReached ? QStringLiteral("✓") : QStringLiteral("○");
        const QString words = QStringLiteral("%1  %2").arg(mark, text(goal.text));
        m_goals[i]->setText(now.isEmpty() ? words : QStringLiteral("%1  (%2)").arg(words, now));
        const QString spoken =
            isReached ? tr("Reached: %1").arg(text(goal.text)) : tr("Not reached: %1").arg(text(goal.text));
        m_goals[i]->setAccessibleName(now.isEmpty() ? spoken : QStringLiteral("%1 (%2)").arg(spoken, now));
        setInk(m_goals[i], isReached ? Role::ok : Role::text);
    }
}

void LessonView::refreshMeasured()
{
    if (!m_measured)
        return;
    const MeasuredSeries &series = *m_player.step()->measured;
    QStringList lines;
    for (std::size_t i = 0; i < m_player.measured().size() && i < series.points.size(); ++i) {
        const MeasuredVerdict &verdict = m_player.measured()[i];
        lines << tr("%1: measured %2, simulated %3 (%4)")
                     .arg(text(series.points[i].label), fromCore(shownText(verdict.measured, series.show)),
                          fromCore(shownText(verdict.simulated, series.show)), formatSignedPercent(verdict.error()));
    }
    m_measured->setText(lines.join(u'\n'));
}

} // namespace heteroscope
