// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/custom_schedule.h"

#include "support/strict_test.h"

using namespace heteroscope;

namespace {

const std::vector<VirtualStage> twoStages = {{0, 0}, {1, 0}};
const std::vector<VirtualStage> vee = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

} // namespace

class CustomScheduleTest : public StrictTest
{
    Q_OBJECT

private slots:
    void readsTheRowsOfACsvFile()
    {
        QCOMPARE(scheduleRows("0F0,0F1,,0B0,0B1\r\n\n1F0,1B0,1F1,1B1\n"),
                 (std::vector<std::string>{"0F0 0F1  0B0 0B1", "1F0 1B0 1F1 1B1"}));
        QVERIFY(scheduleRows("").empty());
    }
    void readsActions()
    {
        const auto orders = customOrders({"0F0 0F1 0B0 0B1", "1F0 1B0 1F1 1I1 1W1"}, twoStages, 2);
        QVERIFY(bool(orders));
        QCOMPARE(orders->at(0).size(), std::size_t(4));
        QVERIFY((orders->at(1)[3] == WorkItem{Pass::inputGradient, 0, 1}));
        QVERIFY((orders->at(1)[4] == WorkItem{Pass::weightGradient, 0, 1}));
    }
    void skipsCommunication()
    {
        const auto orders = customOrders(
            {"0UNSHARD 0F0 0SEND_F0 3RECV_F0 3F0 3B0 0RECV_B0 0B0 0REDUCE_GRAD", "1F0 2F0 2B0 1B0"}, vee, 1);
        QVERIFY(bool(orders));
        QCOMPARE(orders->at(0).size(), std::size_t(4));
    }
    void pairsOverlappedHalves()
    {
        const auto paired = customOrders({"0F0 0F1 (0F1;0B0)OVERLAP_F_B"}, {{0, 0}}, 2);
        QVERIFY(!paired);
        const auto good = customOrders({"0F0 (0F1;0B0)OVERLAP_F_B 0B1"}, {{0, 0}}, 2);
        QVERIFY(bool(good));
        QVERIFY(good->at(0)[1].paired && !good->at(0)[2].paired);
    }
    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("path");
        QTest::newRow("no action") << "0F0 hello"
                                   << "/0/1";
        QTest::newRow("other stage") << "0F0 1F1"
                                     << "/0/1";
        QTest::newRow("micro-batch") << "0F0 0F2"
                                     << "/0/1";
        QTest::newRow("twice") << "0F0 0F0"
                               << "/0/1";
        QTest::newRow("gradient first") << "0B0"
                                        << "/0/0";
        QTest::newRow("weight before input") << "0F0 0W0"
                                             << "/0/1";
        QTest::newRow("incomplete") << "0F0 0B0 0F1"
                                    << "/0";
        QTest::newRow("huge") << "0F99999999999999999999"
                              << "/0/0";
    }
    void saysWhatIsWrong()
    {
        QFETCH(QString, first);
        QFETCH(QString, path);
        const auto orders = customOrders({first.toStdString(), "1F0 1B0 1F1 1B1"}, twoStages, 2);
        QVERIFY(!orders);
        QCOMPARE(QString::fromStdString(orders.error().path), path);
        QVERIFY(!orders.error().found.empty() && !orders.error().expected.empty());
    }
    void wantsARowForEachStage() { QVERIFY(!customOrders({"0F0 0B0"}, twoStages, 1)); }
};

QTEST_GUILESS_MAIN(CustomScheduleTest)
#include "custom_schedule_test.moc"
