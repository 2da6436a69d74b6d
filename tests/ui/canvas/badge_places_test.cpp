// SPDX-License-Identifier: GPL-3.0-or-later
//
// Badges of links never lie upon each other, whatever the drawing.
#include "canvas/scene/badge_places.h"

#include "support/strict_test.h"

using namespace heteroscope;

class BadgePlacesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void eachStandsAtItsFirstFreePlace()
    {
        const QSizeF size(100, 20);
        const std::vector<QPointF> line = {{0, 0}, {0, 30}, {0, 60}};
        const auto places =
            placeApart({{size, line}, {size, line}, {size, line}, {size, line}}, {QRectF(-10, 20, 20, 20)});
        QCOMPARE(places[0], QPointF(0, 0));
        QCOMPARE(places[1], QPointF(0, 60)); // beside the thing
        QCOMPARE(places[2], QPointF(0, 30)); // upon it rather than upon a badge
        QVERIFY(!places[3]);
        QVERIFY(placeApart({}, {}).empty());
        QVERIFY(!placeApart({{size, {}}}, {}).front());
    }

    void manyCrowdedOnesAreApart()
    {
        std::vector<BadgeRequest> badges;
        for (int i = 0; i < 400; ++i) {
            BadgeRequest badge{QSizeF(60 + i % 7 * 20, 18 + i % 2 * 4), {}};
            for (int k = 0; k < 20; ++k)
                badge.centres.emplace_back((i * 37) % 900 - 450 + k * 13, (i * 53) % 300 - 150 - k * 7);
            badges.push_back(badge);
        }
        const auto places = placeApart(badges, {});
        std::vector<QRectF> taken;
        for (std::size_t i = 0; i < badges.size(); ++i) {
            if (!places[i])
                continue;
            QRectF rect(QPointF(), badges[i].size);
            rect.moveCenter(*places[i]);
            for (const QRectF &other : taken)
                QVERIFY(!rect.intersects(other));
            taken.push_back(rect);
        }
        QVERIFY(taken.size() > 30);
    }
};

QTEST_GUILESS_MAIN(BadgePlacesTest)
#include "badge_places_test.moc"
