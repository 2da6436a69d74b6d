// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_player.h"

#include "language/sentences.h"

#include <QSettings>

#include <algorithm>

namespace heteroscope {
namespace {

QString progressKey(const std::string &lesson) { return QStringLiteral("lessons/") + QString::fromStdString(lesson); }

} // namespace

LessonProgress keptProgress(const std::string &lesson)
{
    const QSettings settings;
    LessonProgress progress;
    progress.steps = settings.value(progressKey(lesson) + QStringLiteral("/steps")).toInt();
    progress.isFinished = settings.value(progressKey(lesson) + QStringLiteral("/finished")).toBool();
    return progress;
}

LessonPlayer::LessonPlayer(Session *session, QObject *parent) : QObject(parent), m_session(session)
{
    connect(session, &Session::shownChanged, this, &LessonPlayer::followShown);
    connect(session, &Session::staleChanged, this, &LessonPlayer::followShown);
    connect(session, &Session::startTimeChanged, this, &LessonPlayer::changed);
    connect(session->document(), &Document::projectChanged, this, [this] {
        if (!m_lesson)
            return;
        keepLocked();
        emit changed();
    });
    // Another project was opened, not by the lesson.
    connect(session->document(), &Document::projectReplaced, this, [this] { end(); });
}

const LessonStep *LessonPlayer::step() const
{
    return m_lesson && m_index < m_lesson->steps.size() ? &m_lesson->steps[m_index] : nullptr;
}

LessonState LessonPlayer::state() const { return {m_session->document()->project(), m_session->startTime()}; }

void LessonPlayer::begin(const Lesson &lesson, std::size_t step)
{
    m_lesson = lesson;
    m_own = {m_session->document()->snapshot()};
    m_session->setStartTime(Seconds(0));
    enter(std::min(step, lesson.steps.size()));
}

void LessonPlayer::end()
{
    if (!m_lesson)
        return;
    m_job.abandon();
    m_lesson.reset();
    m_own.clear();
    m_now.reset();
    emit stepChanged();
    emit changed();
}

void LessonPlayer::enter(std::size_t index)
{
    m_index = index;
    m_verdict.reset();
    m_reached.clear();
    m_hints = 0;
    m_ground.reset();
    m_asked.reset();
    m_askedState.reset();
    m_chart.clear();
    m_measured.clear();
    m_problem.clear();
    m_now.reset();
    emit stepChanged(); // before the project changes: who shows the step must know it by then
    if (const LessonStep *now = step()) {
        if (const auto set = withSettings(*m_lesson, state(), now->set))
            apply(*set, tr("Begin a step of the lesson"));
    }
    followShown();
    m_job.start([lesson = *m_lesson, index, state = state()](
                    LatestJob::Handle &handle) { return simulateBackground(lesson, index, state, handle.stopToken()); },
                [this](Background background) { take(std::move(background)); });
}

LessonPlayer::Background LessonPlayer::simulateBackground(const Lesson &lesson, std::size_t index,
                                                          const LessonState &state, const StopToken &stop)
{
    Background background;
    const auto fail = [&background](const Error &error) { background.problem = refusalOf(error); };
    StepGround ground;
    if (index < lesson.steps.size()) {
        const LessonStep &step = lesson.steps[index];
        auto found = groundOf(lesson, step, state, stop);
        if (!found) {
            fail(found.error());
            return background;
        }
        ground = *std::move(found);
        if (step.predict) {
            const auto asked = withSettings(lesson, state, step.predict->at);
            auto moment = asked ? simulateMoment(*asked, stop) : Result<LessonMoment>(asked.error());
            if (!moment) {
                fail(moment.error());
                return background;
            }
            background.asked = *std::move(moment);
            background.askedState = *asked;
        }
        if (step.measured)
            if (auto measured = compareMeasured(lesson, *step.measured, stop))
                background.measured = *std::move(measured);
        if (step.chart)
            background.chart = chartPoints(lesson, *step.chart, state, stop);
    }
    // Texts at the end may compare with the start and with the planner's best.
    const bool isEnd = index == lesson.steps.size();
    const auto names = [&](const char *scope) {
        return isEnd && lesson.seen.in("en").find(scope) != std::string::npos;
    };
    if (names("{start.") && !ground.start)
        if (auto start = simulateMoment(startState(lesson), stop))
            ground.start = *std::move(start);
    if (names("{best.") && !ground.best)
        if (auto best = bestMoment(state, stop))
            ground.best = *std::move(best);
    background.ground = std::move(ground);
    return background;
}

void LessonPlayer::take(Background background)
{
    m_ground = std::move(background.ground);
    m_asked = std::move(background.asked);
    m_askedState = std::move(background.askedState);
    m_measured = std::move(background.measured);
    m_chart = std::move(background.chart);
    m_problem = background.problem;
    followShown();
}

LessonScope LessonPlayer::scope() const
{
    LessonScope scope;
    scope.lesson = lesson();
    scope.now = now();
    if (m_ground) {
        scope.start = m_ground->start ? &*m_ground->start : nullptr;
        scope.best = m_ground->best ? &*m_ground->best : nullptr;
    }
    return scope;
}

void LessonPlayer::answer(const LessonAnswer &answer)
{
    const LessonStep *asked = step();
    if (!asked || !asked->predict || m_verdict || !m_asked)
        return;
    LessonScope scope = this->scope();
    scope.now = &*m_asked;
    const auto verdict = judge(scope, *asked->predict, answer);
    if (!verdict) {
        m_problem = refusalOf(verdict.error());
        emit changed();
        return;
    }
    m_verdict = *verdict;
    apply(*m_askedState, tr("Show what was asked"));
    followShown();
}

std::optional<ControlValue> LessonPlayer::value(const LessonControl &control) const
{
    return controlValue(state(), control);
}

void LessonPlayer::setValue(const LessonControl &control, const ControlValue &value)
{
    const auto changed = withControl(state(), control, value);
    if (!changed) {
        emit m_session->document()->editRefused(refusalOf(changed.error()));
        emit this->changed(); // the control shows the old value again
        return;
    }
    apply(*changed, tr("Lesson: %1").arg(QString::fromStdString(control.name)),
          QStringLiteral("lesson ") + QString::fromStdString(control.name));
}

void LessonPlayer::apply(const LessonState &state, const QString &text, const QString &mergeKey)
{
    m_session->pickNone();
    m_isApplying = true;
    m_session->document()->edit(text, state.project, mergeKey);
    m_isApplying = false;
    m_own.insert(m_session->document()->snapshot());
    if (state.startTime != m_session->startTime())
        m_session->setStartTime(state.startTime);
}

void LessonPlayer::keepLocked()
{
    const auto isForeign = [this] {
        return m_lesson && m_lesson->isLocked && !isOver() && !m_own.contains(m_session->document()->snapshot());
    };
    if (m_isApplying || !isForeign())
        return;
    const auto takeBack = [this, isForeign] {
        Document &document = *m_session->document();
        if (!isForeign() || !document.undoStack()->canUndo())
            return;
        document.undoStack()->undo();
        emit document.editRefused(tr("In this lesson only its own controls may be changed"));
    };
    QMetaObject::invokeMethod(this, takeBack, Qt::QueuedConnection); // once the edit is done
}

void LessonPlayer::followShown()
{
    if (!m_lesson)
        return;
    m_now.reset();
    const auto &shown = m_session->shown();
    if (shown && shown->result && shown->topology && !m_session->isStale() && shown->origin == PlanOrigin::project)
        m_now = LessonMoment{{*shown->project, shown->startTime}, shown->plan, shown->topology, shown->result};
    if (m_now && m_ground && isAnswered() && step()) {
        for (std::size_t i = 0; i < step()->goals.size(); ++i) {
            const auto holds = lessonValue(scope(), step()->goals[i].when);
            if (holds && *holds != 0)
                m_reached.insert(i);
            else
                m_reached.erase(i); // goals of a step are reached together
        }
    }
    emit changed();
}

bool LessonPlayer::isDone() const { return step() && m_ground && m_reached.size() == step()->goals.size(); }

void LessonPlayer::showHint()
{
    if (step() && m_hints < static_cast<int>(step()->hints.size())) {
        ++m_hints;
        emit changed();
    }
}

void LessonPlayer::next()
{
    if (!canGoNext())
        return;
    enter(m_index + 1);
    if (!m_isPreview)
        keepProgress();
}

void LessonPlayer::back()
{
    if (m_lesson && m_index > 0)
        enter(m_index - 1);
}

void LessonPlayer::keepProgress() const
{
    QSettings settings;
    const QString key = progressKey(m_lesson->name);
    const LessonProgress kept = keptProgress(m_lesson->name);
    settings.setValue(key + QStringLiteral("/steps"), std::max(kept.steps, static_cast<int>(m_index)));
    settings.setValue(key + QStringLiteral("/finished"), kept.isFinished || isOver());
}

} // namespace heteroscope
