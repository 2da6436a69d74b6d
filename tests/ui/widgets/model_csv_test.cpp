// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/model_csv.h"

#include "support/strict_test.h"

#include <QStandardItemModel>

using namespace heteroscope;

class ModelCsvTest : public StrictTest
{
    Q_OBJECT

private slots:
    void headingsAndRowsAreLines()
    {
        QStandardItemModel model;
        model.setHorizontalHeaderLabels({QStringLiteral("cause"), QStringLiteral("A, s")});
        model.appendRow({new QStandardItem(QStringLiteral("TP")), new QStandardItem(QStringLiteral("1.5"))});
        model.appendRow({new QStandardItem(QStringLiteral("say \"go\"")), new QStandardItem});
        QCOMPARE(csvOf(model), QStringLiteral("cause,\"A, s\"\nTP,1.5\n\"say \"\"go\"\"\",\n"));
        model.clear();
        QCOMPARE(csvOf(model), QStringLiteral("\n"));
    }
};

QTEST_MAIN(ModelCsvTest)
#include "model_csv_test.moc"
