// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rows of links under the lanes: what is drawn is what the links carried; and their handling with the mouse.
#include "language/link_text.h"
#include "support/patience.h"
#include "support/small_steps.h"
#include "support/strict_test.h"
#include "timeline/timeline_view.h"

#include <QApplication>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>

#include <cmath>

using namespace heteroscope;

namespace {

const auto &topology() { return test::overOneCable().topology; }

struct ShownLinks
{
    TimelineView view;
    std::shared_ptr<const TimelineData> data = TimelineData::make(test::overOneCable().result, topology());
    explicit ShownLinks(QSize size = {1000, 560})
    {
        view.setHoverDelay(0);
        view.resize(size);
        view.show();
        view.setResult(data->result, topology());
        QApplication::processEvents();
    }
    /// The row that is called so.
    int rowOf(const QString &title) const
    {
        for (std::size_t row = 0; row < data->links.size(); ++row)
            if (linkTitle(*topology(), *data->result, data->links[row].links) == title)
                return static_cast<int>(row);
        return -1;
    }
    const LinkLoad &link(int row) const
    {
        return data->result->links[data->links[static_cast<std::size_t>(row)].links.front()];
    }
    QPoint inRow(int row, int x) const
    {
        return {x, view.layoutState().linkTop(row) + TimelineLayout::linkRowHeight - 8};
    }
    /// Where most flows are on the link.
    QPoint maxFlows(int row) const
    {
        const double x = view.viewportState().x(link(row).maxFlowsAt);
        return inRow(row, laneHeadWidth + static_cast<int>(std::ceil(x)) + 1);
    }
};

} // namespace

class TimelineLinksTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theBusiestLinkComesFirst()
    {
        const ShownLinks shown;
        QVERIFY(shown.data->links.size() > 3);
        for (std::size_t row = 1; row < shown.data->links.size(); ++row)
            QVERIFY(meanLoad(*shown.data->result, shown.link(static_cast<int>(row) - 1)) >=
                    meanLoad(*shown.data->result, shown.link(static_cast<int>(row))));
        QVERIFY(linkTitle(*topology(), *shown.data->result, shown.data->links.front().links).contains("leaf"));
    }

    void aWaitNamesItsLinkAndWhoElseWasOnIt()
    {
        const ShownLinks shown;
        const StepResult &result = *shown.data->result;
        QStringList lines;
        for (std::size_t lane = 0; lane < result.lanes.size(); ++lane)
            for (std::size_t i = 0; i < result.lanes[lane].intervals.size(); ++i)
                if (const auto &wait = result.lanes[lane].intervals[i];
                    wait.activity == Activity::exposedPp && endingTransfer(result.lanes[lane], wait))
                    lines << explainBar(result, {int(lane), int(i)}, topology().get()).lines.front();
        QVERIFY(lines.size() > 4);
        for (const QString &line : lines)
            QVERIFY2(line.startsWith(QStringLiteral("over\t")) && line.contains(QStringLiteral(" → ")),
                     qPrintable(line));
        QVERIFY2(!lines.filter(QRegularExpression(QStringLiteral(", (> )?\\d+ % shared with 1 flow$"))).isEmpty(),
                 qPrintable(lines.join(u'\n')));
    }

    void theRowIsDrawnInTheColourOfWhatItCarries_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void theRowIsDrawnInTheColourOfWhatItCarries()
    {
        QFETCH(bool, dark);
        const Theme &t = theme(dark ? ThemeKind::dark : ThemeKind::light);
        const ShownLinks shown;
        const int row = shown.rowOf("a → leaf");
        QVERIFY(row >= 0);
        QImage image(shown.view.size(), QImage::Format_ARGB32_Premultiplied);
        QPainter painter(&image);
        shown.view.paint(painter, image.size(), t);
        painter.end();
        const QPoint at = shown.maxFlows(row);
        QCOMPARE(QColor(image.pixel(at)), t.fill(Traffic::send));
        // The line of several flows, and the ground where nothing is sent.
        QCOMPARE(QColor(image.pixel(at.x(), shown.view.layoutState().linkTop(row) + 1)), t[Role::warning]);
        QCOMPARE(QColor(image.pixel(laneHeadWidth + 1, at.y())), t.mixed(Role::memoryTrack, 0.55));
    }

    void hoveringSaysWhoUsesTheLink()
    {
        ShownLinks shown;
        QSignalSpy hovered(&shown.view, &TimelineView::hovered);
        const int row = shown.rowOf("a → leaf");
        QTest::mouseMove(shown.view.viewport(), shown.maxFlows(row));
        QTRY_VERIFY(!hovered.isEmpty());
        const QString text = hovered.last().first().toString();
        QVERIFY2(text.contains("a → leaf"), qPrintable(text));
        QVERIFY(text.contains("activations A0 → B0") && text.contains("activations A1 → B1"));
        QVERIFY(text.contains("GB/s of ") && text.contains("2 flows, 2.0x slower"));
        QTest::mouseMove(shown.view.viewport(), shown.inRow(row, laneHeadWidth - 20));
        QTRY_VERIFY(hovered.last().first().toString().isEmpty());
    }

    void aClickOnTheLineFoldsTheRows()
    {
        ShownLinks shown;
        const int height = shown.view.layoutState().contentHeight();
        const QPoint line = shown.view.layoutState().linksHeaderRect().center();
        QVERIFY(shown.view.areLinksShown());
        QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, Qt::NoModifier, line);
        QVERIFY(!shown.view.areLinksShown());
        QVERIFY(shown.view.layoutState().contentHeight() < height);
        QCOMPARE(shown.view.layoutState().linkAt(line.y() + 30), -1);
        QTest::keyClick(&shown.view, Qt::Key_L);
        QVERIFY(shown.view.areLinksShown());
        QCOMPARE(shown.view.layoutState().contentHeight(), height);
    }

    void aClickOnARowSelectsTheLink()
    {
        ShownLinks shown;
        QSignalSpy selected(&shown.view, &TimelineView::linkSelected);
        const int row = shown.rowOf("a → leaf");
        const QImage before = shown.view.viewport()->grab().toImage();
        QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, Qt::NoModifier, shown.inRow(row, 60));
        QCOMPARE(selected.size(), 1);
        QCOMPARE(selected.first().first().toString(), QString("to-a"));
        shown.view.setSelectedLinks({"to-a"});
        QVERIFY(shown.view.viewport()->grab().toImage() != before);
    }

    void lowerRowsCanBeReached()
    {
        ShownLinks shown({900, 240});
        QVERIFY(shown.view.verticalScrollBar()->maximum() > 0);
        shown.view.verticalScrollBar()->setValue(shown.view.verticalScrollBar()->maximum());
        const TimelineLayout layout = shown.view.layoutState();
        QVERIFY(layout.linkTop(layout.links.count) <= layout.size.height());
        QCOMPARE(layout.linkAt(layout.size.height() - 4), layout.links.count - 1);
        QCOMPARE(layout.laneAt(layout.size.height() - 4), -1);
    }

    void withoutLoadsThereAreNoRows()
    {
        ShownLinks shown;
        shown.view.setResult(std::make_shared<const StepResult>(synthetic::oneFOneB({})), topology());
        QCOMPARE(shown.view.layoutState().linksHeight(), 0);
        QVERIFY(!shown.view.layoutState().isLinksHeader(shown.view.layoutState().linksHeaderRect().center().y()));
    }

    void linksInsideANodeAreNamedByIt()
    {
        const ShownLinks shown;
        for (const LinkLoad &link : shown.data->result->links) {
            const QString title = linkTitle(*topology(), link.edge);
            const bool inside = topology()->edge(link.edge).link.find('/') != std::string::npos;
            QCOMPARE(title.contains(": "), inside);
            QVERIFY(title.contains(QStringLiteral(" → ")));
        }
    }
};

QTEST_MAIN(TimelineLinksTest)
#include "timeline_links_test.moc"
