// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the software of the job lacks, and what is therefore not searched: the last rows of the table.
#include "strategies/certificate_strip.h"
#include "strategies/strategy_filter.h"
#include "strategies/strategy_model.h"
#include "strategies/strategy_view.h"
#include "strategies/why_not_panel.h"
#include "support/strict_test.h"
#include "ui/support/sample_ranking.h"

#include <QPushButton>
#include <QTableView>

using namespace heteroscope;

class MissingRowsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void initTestCase() { qRegisterMetaType<Plan>(); }

    void whatTheSoftwareLacksIsListedLast()
    {
        auto shared = ranking();
        auto project = std::make_shared<Project>();
        project->workload.job.softwareStack = "PyTorch FSDP";
        shared->snapshot = project;
        StrategyView view;
        view.setRanking(shared);
        view.showWhyNot(true);
        QStringList chips;
        for (int row = 6; row < view.model()->rowCount(); ++row) {
            QCOMPARE(view.model()->row(row).kind, StrategyRow::Kind::rejected);
            QCOMPARE(view.model()->row(row).reason, QStringLiteral("not searched"));
            chips << view.model()->row(row).chips.first();
        }
        QCOMPARE(chips, (QStringList{"1F1B", "interleaved 1F1B", "GPipe", "eager 1F1B", "ZB-H1", "ZB-H2", "ZB-V",
                                     "DualPipeV", "TP", "CP"}));
        view.table()->selectRow(view.filter()->rowCount() - 1);
        QCOMPARE(view.whyNot()->sentence(), QStringLiteral("PyTorch FSDP does not have context parallelism"));
        QVERIFY(!view.certificate()->applyButton()->isEnabled());
        shared->result.searched = SearchSpace::C; // which asks no software
        view.setRanking(shared);
        QCOMPARE(view.model()->rowCount(), 6);
    }
};

QTEST_MAIN(MissingRowsTest)
#include "missing_rows_test.moc"
