// SPDX-License-Identifier: GPL-3.0-or-later
//
// The gallery of examples: every project runs and fits, every answer is filled from its simulated step, in all
// languages; and the rules of the format.
#include "base/embedded_files.h"
#include "lesson/gallery.h"
#include "project/project_file.h"
#include "support/strict_test.h"

#include <set>

using namespace heteroscope;

namespace {

Json galleryJson() { return *parseJson(embeddedFile("gallery/gallery.json")); }

/// The first error of a gallery that was changed, as "path: found".
std::string galleryErrorOf(const Json &json)
{
    const auto loaded = parseGallery(toText(json), "changed.json");
    if (loaded.findings.ok())
        return {};
    return loaded.findings.errors.front().path + ": " + loaded.findings.errors.front().found;
}

const GalleryEntry *entryOf(const std::string &file)
{
    for (const GalleryEntry &entry : builtinGallery())
        if (entry.file == file)
            return &entry;
    return nullptr;
}

} // namespace

class GalleryTest : public StrictTest
{
    Q_OBJECT

    void addEntries()
    {
        QTest::addColumn<QString>("file");
        for (const GalleryEntry &entry : builtinGallery())
            QTest::newRow(entry.file.c_str()) << QString::fromStdString(entry.file);
    }

private slots:
    void itHasTwelveAndMoreFromTwoDevicesToSixteenThousand()
    {
        const auto &entries = builtinGallery();
        QVERIFY(entries.size() >= 12);
        QCOMPARE(deviceCount(entries.front().project.cluster), std::size_t(2));
        QCOMPARE(deviceCount(entries.back().project.cluster), std::size_t(16384));
        for (std::size_t i = 1; i < entries.size(); ++i)
            QVERIFY2(deviceCount(entries[i - 1].project.cluster) <= deviceCount(entries[i].project.cluster),
                     entries[i].file.c_str());
    }
    void everyProjectInTheFolderIsShown()
    {
        for (const auto &file : embeddedFiles()) {
            for (const std::string folder : {"gallery/", "examples/"})
                if (file.path.starts_with(folder) && file.path.ends_with(".hscope.json"))
                    QVERIFY2(entryOf(std::string(file.path.substr(folder.size()))), std::string(file.path).c_str());
            QVERIFY2(!file.path.starts_with("gallery/") || file.content.size() < 300'000,
                     std::string(file.path).c_str());
        }
    }

    void everyExampleRunsFitsAndAnswers_data() { addEntries(); }
    void everyExampleRunsFitsAndAnswers()
    {
        QFETCH(QString, file);
        const GalleryEntry &entry = *entryOf(file.toStdString());
        const auto moment = galleryMoment(entry);
        QVERIFY2(moment, moment ? "" : toString(moment.error()).c_str());
        QCOMPARE(*figureValue(*moment, "fits", {}), 1.0);
        std::set<std::string> answers;
        for (const char *language : {"en", "de", "zh_CN"}) {
            for (const LessonText *text : {&entry.title, &entry.description, &entry.question, &entry.answer})
                QVERIFY2(text->byLanguage.count(language) == 1 && !text->in(language).empty(), language);
            const auto answer = galleryAnswer(entry, *moment, language);
            QVERIFY2(answer, answer ? "" : toString(answer.error()).c_str());
            QVERIFY2(answer->find('{') == std::string::npos && answer->find("\u2013") == std::string::npos,
                     answer->c_str());
            answers.insert(*answer);
        }
        QCOMPARE(answers.size(), std::size_t(3));
        QCOMPARE(entry.title.in("en"), entry.project.title);
        QVERIFY(entry.description.in("de") != entry.description.in("zh_CN"));
    }
    void anAnswerFollowsTheProject()
    {
        GalleryEntry entry = *entryOf("noon-16.hscope.json");
        const auto noon = galleryAnswer(entry, *galleryMoment(entry), "en");
        entry.startTime = Seconds(0);
        const auto midnight = galleryAnswer(entry, *galleryMoment(entry), "en");
        QVERIFY(noon && midnight && *noon != *midnight);
        QVERIFY2(noon->find("2.50 GB/s") != std::string::npos, noon->c_str());
        QVERIFY2(midnight->find("50.0 GB/s") != std::string::npos, midnight->c_str());
    }

    void mistakesAreNamed()
    {
        QCOMPARE(galleryErrorOf(galleryJson()), std::string());
        Json json = galleryJson();
        json["examples"][1]["project"] = json["examples"][0]["project"];
        QCOMPARE(galleryErrorOf(json), std::string("/examples/1/project: \"two-rtx4090.hscope.json\" a second time"));
        json = galleryJson();
        json["examples"][2]["answer"] = "no figure";
        QCOMPARE(galleryErrorOf(json), std::string("/examples/2/answer: no figure of the step"));
        json = galleryJson();
        json["examples"][2]["answer"] = "{stepTme}";
        QCOMPARE(galleryErrorOf(json), std::string("/examples/2/answer/en: {stepTme}"));
        json = galleryJson();
        json["examples"][0]["answer"]["de"] = "{stepTime}";
        QCOMPARE(galleryErrorOf(json), std::string("/examples/0/answer/de: other figures than in the English answer"));
        json = galleryJson();
        json["examples"][0]["project"] = "../elsewhere.hscope.json";
        QVERIFY(!galleryErrorOf(json).empty());
        json = galleryJson();
        json["examples"][0].erase("question");
        QVERIFY(!galleryErrorOf(json).empty());
        json = galleryJson();
        json["formatVersion"] = 2;
        QVERIFY(!galleryErrorOf(json).empty());
        QVERIFY(!parseGallery("{", "broken.json").findings.ok());
    }
    void whatDoesNotFitIsAFinding()
    {
        GalleryEntry entry = *entryOf("two-rtx4090.hscope.json");
        QVERIFY(playGallery({entry}).ok());
        GalleryEntry large = entry;
        large.project.workload.job.sequenceLength = 16384;
        const Findings findings = playGallery({entry, large});
        QCOMPARE(findings.errors.size(), std::size_t(1));
        QCOMPARE(findings.errors[0].path, std::string("/examples/1/project"));
        QVERIFY(!findings.errors[0].hint.empty());
        GalleryEntry wrong = entry;
        wrong.answer.byLanguage["de"] = "{work[7]}";
        const Findings stage = playGallery({wrong});
        QCOMPARE(stage.errors.size(), std::size_t(1));
        QVERIFY2(stage.errors[0].path.starts_with("/examples/0/answer/de"), stage.errors[0].path.c_str());
    }
};

QTEST_GUILESS_MAIN(GalleryTest)
#include "gallery_test.moc"
