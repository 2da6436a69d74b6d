// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dock "What to change": its rows, its bars and what a row does, with an engine that answers by hand, and once for
// real.
#include "sensitivity/sensitivity_view.h"

#include "language/sensitivity_words.h"
#include "sensitivity/sensitivity_model.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/held_work.h"
#include "ui/support/opened_example.h"
#include "ui/support/picture.h"
#include "widgets/state_strip.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QPushButton>
#include <QTableView>

using namespace heteroscope;

namespace {

/// Gains of -0.5 s of 2 s for the first link, and what the nodes cost.
Sensitivity sample(const Project &project, const Topology &topology)
{
    Sensitivity found;
    found.stepTime = Seconds(2);
    found.proved = true;
    const auto subjects = sensitivitySubjects(project, topology);
    found.subjects = subjects.size();
    double saved = 0.5;
    for (const SensitivitySubject &subject : subjects) {
        SensitivityItem item;
        item.subject = subject;
        item.more.value = subject.present * 2;
        item.more.stepTime = Seconds(2 - saved);
        item.more.proved = true;
        item.less.value = subject.present / 2;
        item.less.stepTime = Seconds(2 + saved / 2);
        item.less.proved = true;
        if (subject.kind == SensitivityKind::link)
            item.enough = SensitivityThreshold{12e9, true};
        found.items.push_back(std::move(item));
        saved /= 2;
    }
    return found;
}

struct AskedSensitivity
{
    GatedEngine gated;
    std::atomic<int> asked = 0;
    Gate gate;
    Document document;
    Session session{&document, engine()};
    SensitivityView view{&session};

    AskedSensitivity()
    {
        session.setFollowDelay(0);
        document.reset(planned());
        view.resize(1100, 300);
    }
    Engine engine()
    {
        Engine made = gated.engine();
        made.lookBeyond = [](const Topology &, const Workload &, const SearchOptions &, SearchResult &, StopToken) {
            return Status();
        };
        made.analyseSensitivity = [this](const Project &project, const SensitivityOptions &, StopToken stop, Progress *,
                                         const SensitivityCallback &grown) -> Result<Sensitivity> {
            ++asked;
            Sensitivity whole = sample(project, *Topology::build(project.cluster));
            Sensitivity half = whole;
            half.items.resize(1);
            grown(half);
            gate.pass(stop);
            if (!stop.stop_requested())
                return whole;
            half.stopped = true;
            return half;
        };
        return made;
    }
    bool settled() const
    {
        return QTest::qWaitFor([this] { return session.isIdle() && session.freshRanking(); }, test::patience);
    }
};

} // namespace

class SensitivityViewTest : public StrictTest
{
    Q_OBJECT

private slots:
    void init() { applyTheme(*qApp, ThemeKind::light); }

    void nobodyLooksNobodyWorks()
    {
        AskedSensitivity a;
        QVERIFY(a.settled());
        QCOMPARE(a.asked.load(), 0);
        a.view.show();
        QTRY_COMPARE(a.asked.load(), 1);
        QTRY_VERIFY(!a.view.search()->isRunning());
        QCOMPARE(a.view.model()->rowCount(), static_cast<int>(a.view.model()->sensitivity().subjects));
        QVERIFY(a.view.strip()->tone() == StateStrip::Tone::good);
        a.view.hide();
        a.view.show();
        QCOMPARE(a.asked.load(), 1); // it is known
        // An edit makes it stale and, with the new ranking, asks again.
        a.view.hide();
        setBatch(a.document, 3);
        QVERIFY(a.view.search()->isStale());
        QVERIFY(!a.view.applyButton()->isEnabled());
        QVERIFY(a.settled());
        a.view.show();
        QTRY_COMPARE(a.asked.load(), 2);
        QTRY_VERIFY(!a.view.search()->isStale());
    }
    void itStopsAndGoesOn()
    {
        AskedSensitivity a;
        QVERIFY(a.settled());
        a.gate.close();
        a.view.show();
        QTRY_COMPARE(a.view.model()->rowCount(), 1); // grows
        QVERIFY(a.view.button()->isVisible());
        QTest::mouseClick(a.view.button(), Qt::LeftButton);
        QTRY_VERIFY(a.view.search()->isCutShort());
        QVERIFY(a.view.strip()->tone() == StateStrip::Tone::caution);
        a.gate.open();
        QTest::mouseClick(a.view.button(), Qt::LeftButton);
        QTRY_VERIFY(a.view.search()->answer() && !a.view.search()->isRunning() && !a.view.search()->isCutShort());
        QVERIFY(a.view.model()->rowCount() > 1);
    }
    void aRowSelectsAndEnterMakesTheChange()
    {
        AskedSensitivity a;
        QVERIFY(a.settled());
        a.view.show();
        QTRY_VERIFY(a.view.model()->rowCount() > 1 && !a.view.search()->isRunning());
        QTableView &table = *a.view.table();
        int row = -1;
        for (int i = 0; i < a.view.model()->rowCount(); ++i)
            if (a.view.model()->item(i).subject.kind == SensitivityKind::nodeLink)
                row = i;
        QVERIFY(row >= 0);
        const QPoint at = table.visualRect(a.view.model()->index(row, SensitivityModel::what)).center();
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, at);
        QCOMPARE(a.document.selection()->names(), (NameSet{"h100-0"}));
        const double before = a.document.project().cluster.nodes.front().fabric.front().bandwidth.value;
        table.setFocus();
        QTest::keyClick(&table, Qt::Key_Return);
        QCOMPARE(a.document.project().cluster.nodes.front().fabric.front().bandwidth.value, 2 * before);
        QCOMPARE(a.document.undoStack()->count(), 1);
        QVERIFY(a.view.search()->isStale());
    }
    void theTableHoldsWhatTheBarsShow()
    {
        AskedSensitivity a;
        QVERIFY(a.settled());
        a.view.show();
        QTRY_VERIFY(a.view.model()->rowCount() > 1 && !a.view.search()->isRunning());
        SensitivityModel &model = *a.view.model();
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        double longest = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            const double saved = model.index(row, 0).data(SensitivityModel::savedRole).toDouble();
            const double lost = model.index(row, 0).data(SensitivityModel::lostRole).toDouble();
            longest = std::max({longest, saved, lost});
            QVERIFY(!model.index(row, SensitivityModel::more).data().toString().isEmpty());
            QVERIFY(model.index(row, SensitivityModel::tornado)
                        .data()
                        .toString()
                        .startsWith(model.index(row, SensitivityModel::more).data().toString()));
        }
        QCOMPARE(model.longest(), longest);
        // The bar of the first row is as long as half of its cell.
        QTableView &table = *a.view.table();
        table.clearSelection();
        const QRect cell = table.visualRect(model.index(0, SensitivityModel::tornado));
        const QImage picture = table.viewport()->grab().toImage();
        const double ratio = picture.devicePixelRatio();
        const int y = static_cast<int>(cell.center().y() * ratio);
        int blue = 0;
        for (int x = static_cast<int>(cell.left() * ratio); x < static_cast<int>(cell.right() * ratio); ++x)
            blue += picture.pixelColor(x, y) == currentTheme()[Role::forward] ? 1 : 0;
        QVERIFY2(std::abs(blue / ratio - (cell.width() / 2.0 - 9)) <= 2, qPrintable(QString::number(blue)));
        table.setFocus();
        QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text().count(u'\n'), model.rowCount() + 1);
    }
    void everyKindHasWords()
    {
        std::set<QString> words;
        for (std::size_t i = 0; i < sensitivityKindNames.size(); ++i)
            words.insert(wordsOf({static_cast<SensitivityKind>(i), "x", {"x"}, 1, {}}));
        QCOMPARE(words.size(), sensitivityKindNames.size());
        SensitivityItem item;
        QVERIFY(wordsOfThreshold(item).isEmpty() && wordsOfEnough(item).isEmpty());
        item.enough = SensitivityThreshold{0, true};
        QVERIFY(!wordsOfThreshold(item).isEmpty());
        QCOMPARE(wordsOfEnough(item), QStringLiteral("any"));
        item.enough = SensitivityThreshold{12e9, true};
        QCOMPARE(wordsOfEnough(item), QStringLiteral("12.0 GB/s"));
    }
    void forReal()
    {
        OpenedExample o(QStringLiteral("rtx3090-titan"));
        QVERIFY(o.settled());
        o.window.session()->search();
        QTRY_VERIFY_WITH_TIMEOUT(o.window.session()->isIdle() && o.window.session()->freshRanking(), test::patience);
        o.window.docks().show<SensitivityView>();
        auto &view = *o.window.view<SensitivityView>();
        // What nobody asked for ends after a while; on a slow machine the rest is asked for.
        QTRY_VERIFY(!view.search()->isRunning() && view.search()->answer());
        if (view.search()->isCutShort())
            view.search()->goOn();
        QTRY_VERIFY(view.model()->rowCount() >= 4);
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            applyTheme(*qApp, kind);
            QApplication::processEvents();
            savePicture(o.window, QStringLiteral("sensitivity"));
        }
    }
};

QTEST_MAIN(SensitivityViewTest)
#include "sensitivity_view_test.moc"
