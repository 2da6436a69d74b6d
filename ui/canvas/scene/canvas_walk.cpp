// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/scene/canvas_walk.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace heteroscope {
namespace {

struct Place
{
    std::string name;
    QPointF at;
};

void sortAsRead(std::vector<Place> &places)
{
    std::sort(places.begin(), places.end(), [](const Place &a, const Place &b) {
        return a.at.y() != b.at.y() ? a.at.y() < b.at.y() : a.at.x() < b.at.x();
    });
}

/// In the order of reading.
std::vector<Place> placesOf(const CanvasScene &scene)
{
    std::vector<Place> places;
    scene.forEachItem([&places](const CanvasItem &item) { places.push_back({item.name(), item.pos()}); });
    sortAsRead(places);
    return places;
}

/// The same, then the links by their middles.
std::vector<Place> placesWithLinks(const CanvasScene &scene)
{
    std::vector<Place> links;
    for (const auto &[name, link] : scene.links())
        links.push_back({name, link->line().center()});
    sortAsRead(links);
    std::vector<Place> places = placesOf(scene);
    places.insert(places.end(), links.begin(), links.end());
    return places;
}

/// The middle of what is selected; none when no node or switch is.
std::optional<QPointF> middleOf(const std::vector<Place> &places, const NameSet &names)
{
    QPointF sum;
    int count = 0;
    for (const Place &place : places)
        if (names.count(place.name) > 0) {
            sum += place.at;
            ++count;
        }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

} // namespace

std::optional<std::string> thingTowards(const CanvasScene &scene, const NameSet &from, Qt::Key direction)
{
    const std::vector<Place> places = placesOf(scene);
    const std::optional<QPointF> start = middleOf(places, from);
    if (!start)
        return places.empty() ? std::nullopt : std::optional(places.front().name);
    const bool across = direction == Qt::Key_Left || direction == Qt::Key_Right;
    const double sign = direction == Qt::Key_Left || direction == Qt::Key_Up ? -1 : 1;
    std::optional<std::string> best;
    std::pair least(true, std::numeric_limits<double>::max());
    for (const Place &place : places) {
        const QPointF way = place.at - *start;
        const double ahead = sign * (across ? way.x() : way.y());
        const double aside = std::abs(across ? way.y() : way.x());
        if (ahead <= 0 || from.count(place.name) > 0)
            continue;
        if (const std::pair far(aside > ahead, ahead + 4 * aside); far < least) {
            least = far;
            best = place.name;
        }
    }
    return best;
}

std::optional<std::string> nextThing(const CanvasScene &scene, const NameSet &from, bool forward)
{
    const std::vector<Place> places = placesWithLinks(scene);
    if (places.empty())
        return std::nullopt;
    const auto isSelected = [&from](const Place &place) { return from.count(place.name) > 0; };
    if (forward) {
        const auto last = std::find_if(places.rbegin(), places.rend(), isSelected);
        return last == places.rend() || last == places.rbegin() ? places.front().name : last.base()->name;
    }
    const auto first = std::find_if(places.begin(), places.end(), isSelected);
    return first == places.end() || first == places.begin() ? places.back().name : (first - 1)->name;
}

} // namespace heteroscope
