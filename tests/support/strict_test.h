// SPDX-License-Identifier: GPL-3.0-or-later
//
// Base of every test class: any warning that a test did not announce with QTest::ignoreMessage fails it. One is no
// fault of ours: Qt's offscreen platform says of every window with a minimum size that it cannot keep it.
//
//     class UnitsTest : public StrictTest { Q_OBJECT private slots: void addsUp(); };
//     QTEST_GUILESS_MAIN(UnitsTest)       // QTEST_MAIN for tests with widgets
//     #include "units_test.moc"
#pragma once

#include <QRegularExpression>
#include <QTest>

class StrictTest : public QObject
{
    Q_OBJECT

protected slots:
    void init()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support (propagateSizeHints|raise\\(\\)))")));
    }
};
