// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/device_price.h"

#include "base/closest_name.h"
#include "cluster/limits.h"

#include <algorithm>
#include <set>

namespace heteroscope {

namespace {

/// The first thing wrong with the points of a price.
void findPriceCurveMistake(const RateCurve &curve, const std::string &path, Findings &findings)
{
    if (curve.points.empty()) {
        findings.addError({Error::Code::invalid, {}, path, "no point", "at least one price", "add a point at 0 s"});
        return;
    }
    for (std::size_t i = 0; i < curve.points.size() && !findings.full(); ++i) {
        const RateCurve::Point &point = curve.points[i];
        const std::string at = path + "/" + std::to_string(i);
        if (!limits::holds(limits::pointTime, point.at.value) || (i > 0 && !(point.at > curve.points[i - 1].at)))
            findings.addError({Error::Code::invalid,
                               {},
                               at + "/at",
                               describe(Json(point.at.value)),
                               "a time from 0 to 1e9 s, later than the point before",
                               "sort the points by time"});
        if (!limits::holds(limits::price, point.factor))
            findings.addError({Error::Code::invalid,
                               {},
                               at + "/price",
                               describe(Json(point.factor)),
                               "USD per hour from 0 to 1e9",
                               "give the price of one device"});
    }
}

} // namespace

PriceCurves priceCurves(const std::vector<DevicePrice> &prices)
{
    PriceCurves curves;
    for (const DevicePrice &price : prices)
        curves.emplace(price.name, price.curve);
    return curves;
}

Findings findPriceMistakes(const std::vector<DevicePrice> &prices, const std::string &path)
{
    Findings findings;
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < prices.size() && !findings.full(); ++i) {
        const std::string at = path + "/" + std::to_string(i);
        const bool isNew = names.insert(prices[i].name).second;
        if (!isNew || prices[i].name.empty())
            findings.addError({Error::Code::invalid,
                               {},
                               at + "/name",
                               isNew ? "an empty name" : quoteText(prices[i].name) + " again",
                               "the name of a node or a device type, once",
                               "remove one of the two prices"});
        findPriceCurveMistake(prices[i].curve, at + "/curve", findings);
    }
    return findings;
}

Findings findPriceMisfits(const std::vector<DevicePrice> &prices, const Cluster &cluster, const std::string &path)
{
    Findings findings;
    if (prices.empty())
        return findings;
    std::set<std::string_view> known;
    for (const Node &node : cluster.nodes) {
        known.insert(node.name);
        for (const Device &device : node.devices)
            known.insert(device.type);
    }
    for (std::size_t i = 0; i < prices.size() && !findings.full(); ++i) {
        if (known.contains(prices[i].name))
            continue;
        auto hint = didYouMean(prices[i].name, {known.begin(), known.end()});
        findings.addError({Error::Code::reference,
                           {},
                           path + "/" + std::to_string(i) + "/name",
                           quoteText(prices[i].name),
                           "the name of a node or of a device type of the cluster",
                           hint.empty() ? "rename the price, or remove it" : std::move(hint)});
    }
    return findings;
}

std::vector<DevicePrice> readPrices(const std::vector<const Json *> &items, const std::string &path, Findings &findings)
{
    std::vector<DevicePrice> prices;
    const auto mistakes = findings.errors.size();
    std::size_t points = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        ObjectReader reader(*items[i], path + "/" + std::to_string(i), findings);
        DevicePrice price;
        Extensions nested;
        price.name = reader.text("name");
        const auto curve = reader.items("curve");
        points += curve.size();
        if (points > maxPricePoints) {
            reader.error("curve", std::to_string(points) + " points of all prices",
                         "at most " + std::to_string(maxPricePoints), "leave out points that change little");
            break;
        }
        for (std::size_t p = 0; p < curve.size(); ++p) {
            ObjectReader point(*curve[p], reader.pathOf("curve", p), findings);
            price.curve.points.push_back(
                {Seconds(point.number("at", limits::pointTime)), point.number("price", limits::price)});
            keepNested(nested, "curve/" + std::to_string(p), point.finish());
        }
        price.extensions = reader.finish();
        price.extensions.merge(std::move(nested));
        prices.push_back(std::move(price));
    }
    if (findings.errors.size() == mistakes)
        findings.append(findPriceMistakes(prices, path));
    return prices;
}

Json toJson(const DevicePrice &price)
{
    Json curve = Json::array();
    for (const RateCurve::Point &point : price.curve.points)
        curve.push_back({{"at", point.at.value}, {"price", point.factor}});
    Json json = {{"name", price.name}, {"curve", std::move(curve)}};
    writeExtensions(json, price.extensions);
    return json;
}

} // namespace heteroscope
