// SPDX-License-Identifier: GPL-3.0-or-later
#include "headline/figure_card.h"

#include "language/result_words.h"
#include "language/step_words.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

namespace heteroscope {

namespace {

constexpr int cardWidth = 380;
constexpr std::size_t maxCauses = 6; ///< of the critical path; the others are one row

QString withShare(Seconds time, Seconds whole)
{
    const QString text = formatSeconds(time);
    return whole > Seconds(0) ? QStringLiteral("%1 · %2").arg(text, formatPercent(time / whole)) : text;
}

void tellStep(FigureStory &story, const StepResult &result, const HeadlineFigures &figures)
{
    story.formula = FigureCard::tr("sum of the critical path: the chain of work and waits that sets the step time");
    const Seconds step = toSeconds(result.stepTime);
    std::vector<Blame> causes = result.criticalPath;
    std::stable_sort(causes.begin(), causes.end(), [](const Blame &a, const Blame &b) { return a.time > b.time; });
    Seconds rest;
    for (std::size_t i = 0; i < causes.size(); ++i) {
        if (i >= maxCauses && causes.size() > maxCauses + 1)
            rest += causes[i].time;
        else if (causes[i].time > Seconds(0))
            story.rows.push_back({causeName(causes[i].cause), withShare(causes[i].time, step)});
    }
    if (rest > Seconds(0))
        story.rows.push_back({FigureCard::tr("others"), withShare(rest, step)});
    story.rows.push_back({FigureCard::tr("step time"), formatSeconds(step), true});
    story.rows.push_back({FigureCard::tr("uncertainty"), QStringLiteral("± ") + formatPercent(result.uncertainty, 0)});
    story.lane = figures.busiestLane;
    story.term = {PlainTerm::step};
}

void tellMfu(FigureStory &story, const StepResult &result, const HeadlineFigures &figures)
{
    story.formula = FigureCard::tr("model FLOP / (step time × peak of all devices of the plan)");
    story.rows = {{FigureCard::tr("model FLOP of a step, without recompute"), formatFlop(figures.modelWork)},
                  {FigureCard::tr("step time"), formatTicks(result.stepTime)},
                  {figures.devices == 1 ? FigureCard::tr("peak of 1 device")
                                        : FigureCard::tr("peak of %1 devices").arg(formatCount(figures.devices)),
                   formatFlops(figures.peak)},
                  {FigureCard::tr("MFU"), formatPercent(result.mfu), true},
                  {FigureCard::tr("HFU, with recompute"), formatPercent(result.hfu)}};
    story.lane = figures.busiestLane;
    story.term = {PlainTerm::step};
}

void tellThroughput(FigureStory &story, const StepResult &result, const HeadlineFigures &figures,
                    const TrainingJob &job)
{
    story.formula = FigureCard::tr("tokens of a step / step time");
    const NumberWithUnit rate = splitRate(result.tokensPerSecond, HeadlineStrip::tr("tok/s"));
    story.rows = {{FigureCard::tr("sequences × tokens in each"),
                   QStringLiteral("%1 × %2").arg(formatInput(job.globalBatch), formatInput(job.sequenceLength))},
                  {FigureCard::tr("tokens of a step"), formatInput(figures.tokens)},
                  {FigureCard::tr("step time"), formatTicks(result.stepTime)},
                  {FigureCard::tr("throughput"), rate.number + u' ' + rate.unit, true}};
    story.lane = figures.busiestLane;
    story.term = {PlainTerm::step};
}

FigureStory::Row allTime(const StepResult &result, const HeadlineFigures &figures)
{
    return {figures.devices == 1 ? FigureCard::tr("time of 1 device")
                                 : FigureCard::tr("time of %1 devices, %2 each")
                                       .arg(formatCount(figures.devices), formatTicks(result.stepTime)),
            formatSeconds(figures.deviceTime)};
}

void tellBubble(FigureStory &story, const StepResult &result, const HeadlineFigures &figures)
{
    story.formula = FigureCard::tr("time spent waiting for work of other devices / time of all devices");
    for (const Activity activity : {Activity::bubble, Activity::straggler})
        if (figures.of(activity) > Seconds(0))
            story.rows.push_back({activityName(activity), withShare(figures.of(activity), figures.deviceTime)});
    story.rows.push_back(allTime(result, figures));
    story.rows.push_back({FigureCard::tr("bubble"), formatPercent(result.bubbleShare()), true});
    story.lane = figures.waitingLane;
    story.term = {PlainTerm::step, Activity::bubble};
}

void tellExposed(FigureStory &story, const StepResult &result, const HeadlineFigures &figures)
{
    story.formula =
        FigureCard::tr("time spent waiting for communication while nothing is computed / time of all devices");
    for (std::size_t a = 0; a < activityCount; ++a)
        if (const auto activity = static_cast<Activity>(a); isExposed(activity) && figures.of(activity) > Seconds(0))
            story.rows.push_back({activityName(activity), withShare(figures.of(activity), figures.deviceTime)});
    story.rows.push_back(allTime(result, figures));
    story.rows.push_back({FigureCard::tr("exposed communication"), formatPercent(result.exposedShare()), true});
    story.lane = figures.exposedLane;
    story.term = {PlainTerm::step, figures.exposed};
}

void tellMemory(FigureStory &story, const StepResult &result, const HeadlineFigures &figures)
{
    story.lane = figures.fullestLane;
    story.term = {PlainTerm::memory};
    if (figures.fullestLane < 0)
        return;
    const Lane &lane = result.lanes[static_cast<std::size_t>(figures.fullestLane)];
    story.formula = FigureCard::tr("sum of what the fullest device holds at its peak: %1").arg(laneName(lane));
    for (std::size_t i = 0; i < memoryPartCount; ++i)
        if (const auto part = static_cast<MemoryPart>(i); lane.memory[part] > Bytes(0))
            story.rows.push_back({wordOf(part), formatMemory(lane.memory[part])});
    story.rows.push_back({FigureCard::tr("peak memory"), formatMemory(lane.memory.total()), true});
    story.rows.push_back({FigureCard::tr("capacity"), formatMemory(lane.memoryCapacity)});
    if (lane.memory.total() > lane.memoryCapacity)
        story.rows.push_back(
            {FigureCard::tr("exceeds memory by"), formatMemory(lane.memory.total() - lane.memoryCapacity)});
}

QString htmlOf(const FigureStory &story, const Theme &theme)
{
    const QString quiet = theme[Role::secondary].name();
    QString text = QStringLiteral("<p style='margin:0'><b>%1</b></p><p style='margin:2px 0 6px 0; color:%2'>= %3</p>"
                                  "<table width='100%' cellspacing='0' cellpadding='0'>")
                       .arg(escaped(story.title), quiet, escaped(story.formula));
    for (const FigureStory::Row &row : story.rows) {
        const QString tag = row.result ? QStringLiteral("b") : QStringLiteral("span");
        text += QStringLiteral("<tr><td style='padding:2px 8px 2px 0'><%1>%2</%1></td>"
                               "<td align='right' style='padding:2px 0'><%1>%3</%1></td></tr>")
                    .arg(tag, escaped(row.what), escaped(row.value));
    }
    return text + QStringLiteral("</table>");
}

} // namespace

FigureStory storyOf(HeadlineFigure figure, const Simulation &simulation)
{
    const StepResult &result = *simulation.result;
    const Workload &workload = simulation.project->workload;
    const HeadlineFigures figures = headlineFigures(result, workload);
    FigureStory story;
    story.title = HeadlineStrip::items(&result)[static_cast<std::size_t>(figure)].label;
    switch (figure) {
    case HeadlineFigure::stepTime:
        tellStep(story, result, figures);
        break;
    case HeadlineFigure::mfu:
        tellMfu(story, result, figures);
        break;
    case HeadlineFigure::throughput:
        tellThroughput(story, result, figures, workload.job);
        break;
    case HeadlineFigure::bubble:
        tellBubble(story, result, figures);
        break;
    case HeadlineFigure::exposed:
        tellExposed(story, result, figures);
        break;
    case HeadlineFigure::memory:
        tellMemory(story, result, figures);
        break;
    }
    return story;
}

FigureCard::FigureCard(QWidget *parent)
    : QFrame(parent, Qt::Popup), m_text(new MarkupLabel(this)), m_open(new QPushButton(tr("Open in Breakdown"), this))
{
    setAccessibleName(tr("How the figure is computed"));
    setFixedWidth(cardWidth);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 12, 14, 12);
    layout->setSpacing(10);
    layout->addWidget(m_text);
    layout->addWidget(m_open, 0, Qt::AlignLeft);
    m_text->setWordWrap(true);
    m_open->setToolTip(tr("Shows the device that this figure is largest on, term by term"));
    connect(m_open, &QPushButton::clicked, this, [this] {
        const FigureStory story = m_story; // closing may open another
        close();
        emit breakdownRequested(story.lane, story.term);
    });
}

void FigureCard::open(const FigureStory &story, QPoint anchor)
{
    m_story = story;
    m_text->setText(htmlOf(story, currentTheme()));
    m_open->setEnabled(story.lane >= 0);
    adjustSize();
    const QScreen *screen = parentWidget()->screen();
    const QRect room = screen->availableGeometry();
    anchor.setX(std::clamp(anchor.x(), room.left(), std::max(room.left(), room.right() - width())));
    if (anchor.y() + height() > room.bottom())
        anchor.setY(std::max(room.top(), anchor.y() - height() - headlineHeight));
    move(anchor);
    show();
    m_open->setFocus();
}

void FigureCard::paintEvent(QPaintEvent *)
{
    const Theme &t = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), t[Role::tip]);
    painter.setPen(t[Role::borderStrong]);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace heteroscope
