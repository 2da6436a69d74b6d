// SPDX-License-Identifier: GPL-3.0-or-later
#include "headline/figure_card.h"

#include "base/numbers.h"
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

QString formatDays(Seconds time)
{
    const double days = time.value / 86'400;
    return days < 1     ? formatSeconds(time)
           : days < 730 ? FigureCard::tr("%1 days").arg(formatSignificant(days))
                        : FigureCard::tr("%1 years").arg(formatSignificant(days / 365.25));
}

/// What the whole training takes, after a figure of one step.
void tellTraining(FigureStory &story, const StepResult &result, const Workload &workload, std::optional<double> tokens)
{
    const TrainingRun run = trainingRun(result, workload, tokens.value_or(usualTrainingTokens(workload)));
    story.tokens = run.tokens;
    story.rows.push_back({FigureCard::tr("steps of the training"), formatCount(static_cast<std::size_t>(run.steps))});
    story.rows.push_back({FigureCard::tr("its time"), formatDays(run.time)});
    if (run.cost > 0)
        story.rows.push_back({FigureCard::tr("its price"), formatCost(run.cost)});
    if (run.energy > 0)
        story.rows.push_back({FigureCard::tr("its energy"), formatEnergy(run.energy)});
}

void tellPerMillion(FigureStory &story, const HeadlineFigures &figures, const QString &what, const QString &ofStep,
                    const QString &ofMillion)
{
    story.formula = FigureCard::tr("%1 of a step / tokens of a step × 1,000,000").arg(what);
    story.rows = {{FigureCard::tr("%1 of a step").arg(what), ofStep},
                  {FigureCard::tr("tokens of a step"), formatInput(figures.tokens)},
                  {FigureCard::tr("%1 of a million tokens").arg(what), ofMillion, true}};
    story.lane = figures.busiestLane;
    story.term = {PlainTerm::step};
}

void tellCost(FigureStory &story, const StepResult &result, const HeadlineFigures &figures)
{
    const QString none = QStringLiteral("–");
    tellPerMillion(story, figures, FigureCard::tr("cost"), result.cost > 0 ? formatCost(result.cost) : none,
                   result.cost > 0 ? formatCost(costPerMillionTokens(result)) : none);
    for (const Assumption &assumption : result.assumptions)
        if (assumption.kind == AssumptionKind::unpricedDevice)
            story.rows.push_back({sentenceOf(assumption), QString()});
}

void tellEnergy(FigureStory &story, const StepResult &result, const HeadlineFigures &figures)
{
    const QString none = QStringLiteral("–");
    tellPerMillion(story, figures, FigureCard::tr("energy"), result.energy > 0 ? formatEnergy(result.energy) : none,
                   result.energy > 0 ? formatEnergy(energyPerMillionTokens(result)) : none);
    const Seconds step = toSeconds(result.stepTime);
    if (result.energy > 0 && step > Seconds(0))
        story.rows.push_back({FigureCard::tr("mean power of the site"), formatPower(result.energy / step.value)});
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

FigureStory storyOf(HeadlineFigure figure, const Simulation &simulation, std::optional<double> tokens)
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
        tellTraining(story, result, workload, tokens);
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
    case HeadlineFigure::cost:
        tellCost(story, result, figures);
        tellTraining(story, result, workload, tokens);
        break;
    case HeadlineFigure::energy:
        tellEnergy(story, result, figures);
        tellTraining(story, result, workload, tokens);
        break;
    }
    return story;
}

std::optional<double> tokensFromText(const QString &text)
{
    static const QRegularExpression form(
        QStringLiteral("^\\s*([0-9][0-9.,]*(?:e[0-9]+)?)\\s*(k|m|b|t|bn|million|billion|trillion)?\\s*$"),
        QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch())
        return {};
    bool isNumber = false;
    const double number = match.captured(1).remove(u',').toDouble(&isNumber);
    const QString unit = match.captured(2).toLower();
    const double factor = unit.isEmpty()                                        ? 1
                          : unit == u"k"                                        ? 1e3
                          : unit == u"m" || unit == u"million"                  ? 1e6
                          : unit == u"b" || unit == u"bn" || unit == u"billion" ? 1e9
                                                                                : 1e12;
    const double tokens = number * factor;
    return isNumber && tokens >= 1 && tokens <= 1e18 ? std::optional(tokens) : std::nullopt;
}

FigureCard::FigureCard(QWidget *parent)
    : QFrame(parent, Qt::Popup),
      m_text(new MarkupLabel(this)),
      m_training(new QWidget(this)),
      m_tokens(new QLineEdit),
      m_open(new QPushButton(tr("Open in Breakdown"), this))
{
    setAccessibleName(tr("How the figure is computed"));
    setFixedWidth(cardWidth);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 12, 14, 12);
    layout->setSpacing(10);
    layout->addWidget(m_text);
    auto *training = new QHBoxLayout(m_training);
    training->setContentsMargins(0, 0, 0, 0);
    auto *caption = new PlainLabel(tr("Tokens to train"));
    caption->setBuddy(m_tokens);
    training->addWidget(caption);
    training->addWidget(m_tokens, 1);
    m_tokens->setAccessibleName(caption->text());
    m_tokens->setToolTip(tr("For example 300B or 1.5T; at first 20 for each parameter"));
    layout->addWidget(m_training);
    connect(m_tokens, &QLineEdit::editingFinished, this, [this] {
        if (!m_tokens->isModified())
            return; // the rounded number that stands there is not meant
        m_tokens->setModified(false);
        const auto tokens = tokensFromText(m_tokens->text());
        if (!tokens)
            setStory(m_story); // what it was
        else if (tokens != m_story.tokens)
            emit tokensEntered(*tokens);
    });
    layout->addWidget(m_open, 0, Qt::AlignLeft);
    m_text->setWordWrap(true);
    m_open->setToolTip(tr("Shows the device that this figure is largest on, term by term"));
    connect(m_open, &QPushButton::clicked, this, [this] {
        const FigureStory story = m_story; // closing may open another
        close();
        emit breakdownRequested(story.lane, story.term);
    });
}

void FigureCard::setStory(const FigureStory &story)
{
    m_story = story;
    m_text->setText(htmlOf(story, currentTheme()));
    m_training->setVisible(story.tokens.has_value());
    if (story.tokens)
        m_tokens->setText(QString::fromStdString(largeCountText(*story.tokens)));
    m_open->setEnabled(story.lane >= 0);
    adjustSize();
}

void FigureCard::open(const FigureStory &story, QPoint anchor)
{
    setStory(story);
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
