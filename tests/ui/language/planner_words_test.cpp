// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the planner and the project hand out as enums and structs has words in every language of the window.
#include "language/advice_words.h"
#include "language/language_choice.h"
#include "language/plan_words.h"
#include "language/planner_words.h"
#include "support/enumerators.h"
#include "support/strict_test.h"

#include <QRegularExpression>

#include <map>

using namespace heteroscope;
using test::enumerators;

namespace {

using Words = std::map<QString, QString>; // by what they are for

class Collection
{
public:
    void add(const QString &what, const QString &text)
    {
        const QString key = QStringLiteral("%1 %2").arg(what).arg(m_words.size());
        m_words.emplace(key, text);
    }
    template<class Enum, class Say>
    void addEach(const QString &what, Say say)
    {
        for (const Enum one : enumerators<Enum>())
            add(what, say(one));
    }
    Words take() { return std::move(m_words); }

private:
    Words m_words;
};

void addReasons(Collection &words)
{
    words.addEach<PlainReason>("reason", [](PlainReason reason) { return sentenceOf(Reason(reason)); });
    words.addEach<BreachKind>("breach", [](BreachKind kind) {
        return sentenceOf(Reason(MappingBreach{"G", MappingRule::pin, "D", kind}));
    });
    words.addEach<DegreeMistake::Size>("degree", [](DegreeMistake::Size size) {
        return sentenceOf(Reason(DegreeMistake{8, size, 12}));
    });
    words.addEach<MemoryShortfall::Part>("shortfall", [](MemoryShortfall::Part part) {
        return sentenceOf(Reason(MemoryShortfall{part, Bytes(1e9), "D"}));
    });
    words.addEach<SearchObjective>("bound", [](SearchObjective objective) {
        return sentenceOf(Reason(LowerBound{3, 2, objective})) + sentenceOf(Reason(LowerBound{3, {}, objective}));
    });
    // Each alternative but the empty one and the error, which has sentences of its own.
    static_assert(std::variant_size_v<Reason> == 8);
    words.addEach<SoftwareLack>("missing", [](SoftwareLack lack) {
        return sentenceOf(Reason(MissingFeature{lack, ScheduleKind::zbV, 3, "S"}));
    });
    words.addEach<SoftwareLack>("missing", [](SoftwareLack lack) {
        return wordOf(MissingFeature{lack, ScheduleKind::zbV, 3, "S"});
    });
    words.add("bound", sentenceOf(Reason(LowerBound{3, 3})));
    for (const auto recompute : enumerators<Recompute>()) {
        PlanName name;
        name.recompute = recompute;
        words.add("difference", wordOf(PlanDifference::recompute, name));
    }
    words.addEach<PlanDifference>("difference", [](PlanDifference difference) {
        PlanName name;
        name.schedule = ScheduleKind::interleaved;
        return wordOf(difference, name);
    });
}

void addTerms(Collection &words)
{
    words.addEach<TimeCause>("cause", [](TimeCause cause) { return wordOf(cause); });
    words.addEach<TimeCause>("slower", [](TimeCause cause) { return sentenceOf(WhySlower{cause, 0.1}); });
    words.add("slower", sentenceOf(WhySlower{TimeCause::computation, 0.1, 8}));
    words.add("slower", sentenceOf(WhySlower{}));
    words.addEach<Rejection>("rejection", [](Rejection rejection) { return wordOf(rejection); });
    words.addEach<ProgressTask>("progress", [](ProgressTask task) { return wordOf(task); });
    words.addEach<BaselineKind>("baseline", [](BaselineKind kind) { return wordOf(kind); });
    words.addEach<SearchSpace>("space", [](SearchSpace space) { return sentenceOf(space); });
    words.addEach<VariationKind>("change", [](VariationKind kind) { return wordOf(PlanChange{kind, 4}); });
    words.addEach<Recompute>("plan", [](Recompute recompute) {
        PlanName name;
        name.recompute = recompute;
        return chipsOf(name).text();
    });
    PlanName some;
    some.recompute = Recompute::full;
    some.recomputeLayers = IntRange{0, 3};
    words.add("plan", chipsOf(some).text());
    some.recompute = Recompute::selective;
    for (const auto module : {RecomputeModule::norms, RecomputeModule::expertActivation, RecomputeModule::latentUp}) {
        some.recomputeModules.add(module); // one named, two named, three counted
        words.add("plan", chipsOf(some).text());
    }
    words.addEach<Recompute>("family", [](Recompute recompute) {
        FamilyName name;
        name.dp = 2;
        name.chunks = 2;
        name.recompute = recompute;
        name.types = {"A"};
        name.mixed = true;
        return chipsOf(name).text();
    });
}

void addWhyNot(Collection &words)
{
    auto step = std::make_shared<StepResult>();
    step->stepTime = toTicks(Seconds(3));
    for (const auto verdict : enumerators<WhyNot::Verdict>()) {
        WhyNot why;
        why.verdict = verdict;
        why.result = step;
        why.best = Seconds(2);
        why.slower = verdict == WhyNot::Verdict::slower ? 0.5 : -0.5;
        why.maxCost = 1;
        why.maxPower = 2;
        if (verdict == WhyNot::Verdict::cannotRun || verdict == WhyNot::Verdict::breaksMapping)
            why.reason = MappingBreach{"G", MappingRule::pin, "D", BreachKind::unused};
        for (const auto part : enumerators<MemoryPart>()) {
            StageOverflow overflow{0, 0, "D", Bytes(2e9), Bytes(1e9), {}};
            if (part == MemoryPart::activations)
                overflow.parts.activations = Bytes(1e9);
            why.overflows.push_back(overflow);
        }
        words.add("why not", sentenceOf(why));
        WhyNotFamily family;
        family.plan = Plan();
        family.why = why;
        family.reason = PlainReason::noCutFits;
        words.add("why not, family", sentenceOf(family));
        family.minTime = 1;
        family.everyLayout = verdict == WhyNot::Verdict::slower;
        family.best = Seconds(2);
        family.terms = {{TimeCause::bubble, verdict == WhyNot::Verdict::faster ? "" : "L", 1}};
        words.add("why not, family", sentenceOf(family));
        family.loss = BoundTerm{TimeCause::expertCommunication, "L", 0.5};
        family.searchBound = verdict == WhyNot::Verdict::faster ? 0.5 : 1.5;
        words.add("why not, family", sentenceOf(family));
    }
    for (const auto lack : enumerators<SoftwareLack>()) {
        words.add("software", sentenceOf(lack, Plan(), QStringLiteral("S")));
    }
    auto full = std::make_shared<StepResult>();
    full->lanes.resize(1);
    full->lanes.front().memory.weights = Bytes(2e9);
    full->lanes.front().memoryCapacity = Bytes(1e9);
    NearestPlan nearest{{}, Plan(), full, 2, Bytes(2e12), Bytes(1e12), 8};
    words.add("nearest", sentenceOf(nearest));
    nearest.available = Bytes(3e12);
    words.add("nearest", sentenceOf(nearest));
    WhyNot alone;
    alone.verdict = WhyNot::Verdict::faster;
    alone.result = step;
    words.add("why not", sentenceOf(alone));
}

void addAdvice(Collection &words)
{
    std::vector<Advice> all;
    for (const std::size_t others : {0U, 1U, 5U}) {
        all.push_back({"T", UnreachableNodes{others, "A", "B"}, true});
        for (const bool isNode : {false, true})
            all.push_back(
                {"T", OversubscribedPort{{"T", isNode, BytesPerSecond(4e9), BytesPerSecond(1e9)}, others}, false});
        all.push_back({"T", OverlappingGroups{"A", "B", "D", others}, true});
    }
    for (const auto reason : enumerators<ImpossibleLink::Reason>())
        all.push_back({"T", ImpossibleLink{"T", 0, reason, "A", "B"}, false});
    all.push_back({"T", BitsForBytes{BytesPerSecond(10e9), BytesPerSecond(1.25e9)}, true});
    all.push_back({"T", UnsupportedPrecision{"V", Precision::bf16, Precision::fp16}, true});
    all.push_back({"T", EmptyGroup{"G"}, true});
    for (const auto kind : enumerators<MappingConflict::Kind>()) {
        for (const auto rule : enumerators<MappingRule>()) {
            for (const auto target : enumerators<MappingTarget>()) {
                for (const std::vector<int> &places : {std::vector<int>{}, {0}, {0, 2}})
                    all.push_back(
                        {"T", ImpossibleMappings{kind, "D", {{"G", rule, target, places, {}}}, {1, 4}}, true});
            }
        }
    }
    std::set<std::size_t> kinds;
    for (const Advice &advice : all) {
        kinds.insert(advice.about.index());
        words.add("advice", sentenceOf(advice));
        if (!remarkOf(advice).isEmpty())
            words.add("remark", remarkOf(advice));
        if (advice.canBeFollowed)
            words.add("suggestion", suggestionOf(advice));
    }
    if (kinds.size() != std::variant_size_v<decltype(Advice::about)>)
        qFatal("an advice without an example");
}

Words allWords()
{
    Collection words;
    addReasons(words);
    addTerms(words);
    addWhyNot(words);
    addAdvice(words);
    return words.take();
}

/// Terms of the field that every language uses as they are, numbers and names.
QString withoutTerms(QString text)
{
    static const QRegularExpression terms(QStringLiteral(
        "proportional|Whale|1F1B|ZB-H1|ZB-H2|ZB-V|GPipe|DualPipeV|ZeRO-?|HSDP|Baseline|Bubble|bubble|TP|PP|"
        "DP|CP|EP|GB/s|Gb/s|GB|\\bm\\d+|"
        "(\\d|\\bs\\b|\\bms\\b|[+\\-−:.,;·>()=/]|\\s)"));
    return text.remove(terms);
}

} // namespace

class PlannerWordsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void cleanup() { speak(QLocale(QLocale::English)); }

    void everyTermHasWords_data()
    {
        QTest::addColumn<QString>("language");
        for (const char *language : {"en", "de", "zh_CN"})
            QTest::newRow(language) << QString::fromLatin1(language);
    }
    void everyTermHasWords()
    {
        QFETCH(QString, language);
        const Words english = allWords();
        speak(localeOf(*languageChoiceNamed(language)));
        const Words words = allWords();
        QCOMPARE(words.size(), english.size());
        static const QRegularExpression open(QStringLiteral("%\\d"));
        for (const auto &[what, text] : words) {
            QVERIFY2(!text.trimmed().isEmpty(), qPrintable(what));
            QVERIFY2(!text.contains(open), qPrintable(what + u' ' + text));
            const QString &inEnglish = english.at(what);
            QVERIFY2(language == QStringLiteral("en") || text != inEnglish || withoutTerms(text).isEmpty(),
                     qPrintable(QStringLiteral("%1 is not translated: %2").arg(what, text)));
        }
    }

    void wordsOfAnEnumDiffer()
    {
        const auto differ = [](auto list) {
            QStringList words;
            for (const auto one : list)
                words << wordOf(one);
            return words.removeDuplicates() == 0;
        };
        QVERIFY(differ(enumerators<TimeCause>()));
        QVERIFY(differ(enumerators<Rejection>()));
        QVERIFY(differ(enumerators<BaselineKind>()));
        QVERIFY(differ(enumerators<ScheduleKind>()));
    }

    void namesAreMadeOfChips()
    {
        PlanName plan;
        plan.tp = {2, 4};
        plan.stages = {4, 4};
        plan.replicas = 2;
        plan.cp = {1, 2};
        plan.microBatches = {8, 16};
        plan.zeroStage = 1;
        QCOMPARE(chipsOf(plan).all(), QStringList({"TP2-4", "PP4", "DP2", "CP1-2", "1F1B m8-16", "ZeRO-1"}));
        QCOMPARE(chipsOf(plan).text(), QStringLiteral("TP2-4 PP4 DP2 CP1-2 · 1F1B m8-16 · ZeRO-1"));
        FamilyName family;
        family.tp = {8, 4};
        family.dp = 2;
        family.microBatches = 16;
        family.types = {"A100", "V100"};
        family.mixed = true;
        QCOMPARE(chipsOf(family).all(), QStringList({"TP8/4", "DP2", "1F1B m16", "A100 > V100 (mixed stages)"}));
        QCOMPARE(chipsOf(family).text(), QString::fromStdString(familyLabel(family)));
        family.mixed = false;
        family.apart = true;
        family.dp = 0;
        QCOMPARE(chipsOf(family).all(), QStringList({"TP8/4", "1F1B m16", "A100 + V100 (pipelines by type)"}));
        QCOMPARE(chipsOf(family).text(), QString::fromStdString(familyLabel(family)));
        family.apart = false;
        family.shares = true;
        family.tp = {8};
        QCOMPARE(chipsOf(family).all(), QStringList({"TP8", "1F1B m16", "A100 + V100 (samples by type)"}));
        QCOMPARE(chipsOf(family).text(), QString::fromStdString(familyLabel(family)));
        family.shares = false;
        family.dp = 2;
        family.tp.clear();
        family.types.clear();
        QCOMPARE(chipsOf(family).all(), QStringList({"TP by stage", "DP2", "1F1B m16"}));
        FamilyName refused;
        refused.tp = {3};
        QCOMPARE(chipsOf(refused).all(), QStringList("TP3"));
    }
};

QTEST_MAIN(PlannerWordsTest)
#include "planner_words_test.moc"
