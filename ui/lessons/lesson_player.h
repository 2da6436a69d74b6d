// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lesson that is being played in the window: the step it is at, the answer to its question, the goals that were
// reached. The lesson's project is the document, so everything else of the window shows it and may change it. Answers
// and goals are judged by the step that the session shows; what else they need is simulated on a worker.
#pragma once

#include "jobs/latest_job.h"
#include "jobs/session.h"
#include "lesson/evaluation.h"

#include <QObject>
#include <QString>

#include <optional>
#include <set>

namespace heteroscope {

/// How far a lesson was played; kept in the settings.
struct LessonProgress
{
    int steps = 0; ///< that were finished
    bool isFinished = false;
};
LessonProgress keptProgress(const std::string &lesson);

class LessonPlayer : public QObject
{
    Q_OBJECT

public:
    explicit LessonPlayer(Session *session, QObject *parent = nullptr);

    /// Of a lesson that is being written: every step can be left, and no progress is kept.
    void setPreview(bool on) { m_isPreview = on; }
    bool isPreview() const { return m_isPreview; }

    /// Begins a lesson whose project was opened just now; with a later step only in a preview.
    void begin(const Lesson &lesson, std::size_t step = 0);
    void end();

    const Lesson *lesson() const { return m_lesson ? &*m_lesson : nullptr; }
    /// Index of the step; the number of steps when the lesson is over and shows what was seen.
    std::size_t stepIndex() const { return m_index; }
    const LessonStep *step() const;
    bool isOver() const { return m_lesson && m_index == m_lesson->steps.size(); }
    /// What the step needs beside the present one is simulated.
    bool isReady() const { return m_ground.has_value(); }

    /// The question was answered, rightly or not; true in steps without one.
    bool isAnswered() const { return !step() || !step()->predict || m_verdict.has_value(); }
    const std::optional<PredictionVerdict> &verdict() const { return m_verdict; }
    /// Judges the answer, then shows what was asked about. The first answer counts.
    void answer(const LessonAnswer &answer);

    /// The value of a control, as the document has it.
    std::optional<ControlValue> value(const LessonControl &control) const;
    void setValue(const LessonControl &control, const ControlValue &value);

    /// Whether a goal of the step was reached since the step began.
    bool isReached(std::size_t goal) const { return m_reached.contains(goal); }
    bool isDone() const;
    int hints() const { return m_hints; }
    void showHint();
    bool canGoNext() const { return m_lesson && !isOver() && (m_isPreview || (isAnswered() && isDone())); }
    void next();
    void back();

    /// The shown step as a moment of the lesson; nullptr while it is not simulated yet.
    const LessonMoment *now() const { return m_now ? &*m_now : nullptr; }
    /// For expressions of the step; its `now` is nullptr while nothing is simulated.
    LessonScope scope() const;
    const std::vector<ChartPoint> &chart() const { return m_chart; }
    const std::vector<MeasuredVerdict> &measured() const { return m_measured; }
    /// Why the question cannot be judged; empty if it can.
    const QString &problem() const { return m_problem; }

signals:
    /// Another step, answer, goal, value or simulated number.
    void changed();
    /// Another step, or another lesson, or none.
    void stepChanged();

private:
    /// What a worker simulates for a step.
    struct Background
    {
        std::optional<StepGround> ground;
        std::optional<LessonMoment> asked;
        std::optional<LessonState> askedState;
        std::vector<MeasuredVerdict> measured;
        std::vector<ChartPoint> chart;
        QString problem;
    };
    static Background simulateBackground(const Lesson &lesson, std::size_t index, const LessonState &state,
                                         const StopToken &stop);

    LessonState state() const;
    void enter(std::size_t index);
    void apply(const LessonState &state, const QString &text, const QString &mergeKey = {});
    void take(Background background);
    void followShown();
    /// Takes back what the lesson did not do itself, if it is locked.
    void keepLocked();
    void keepProgress() const;

    Session *m_session;
    std::optional<Lesson> m_lesson;
    std::size_t m_index = 0;
    std::optional<PredictionVerdict> m_verdict;
    std::set<std::size_t> m_reached;
    int m_hints = 0;
    std::optional<StepGround> m_ground;
    std::optional<LessonMoment> m_asked;
    std::optional<LessonState> m_askedState;
    std::optional<LessonMoment> m_now;
    std::vector<ChartPoint> m_chart;
    std::vector<MeasuredVerdict> m_measured;
    QString m_problem;
    bool m_isPreview = false;
    std::set<ProjectSnapshot> m_own; ///< projects that the lesson made, to which undo and redo may lead
    bool m_isApplying = false;
    LatestJob m_job; ///< last member: its thread is joined first
};

} // namespace heteroscope
