// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every value of a project file is spoiled in every way that its kind allows: each error and warning that follows names
// the file, a place that is in the text, and how to mend it.
#include "project/project_file.h"

#include "support/sample_cluster.h"
#include "support/strict_test.h"

#include <functional>
#include <set>

using namespace heteroscope;

namespace {

/// What may stand in a value's place by mistake.
std::vector<Json> mistakesFor(const Json &value)
{
    std::vector<Json> mistakes = {nullptr, true, -1, 1e30, 0.5, "no such thing", "", Json::array(), Json::object()};
    if (value.is_array() && !value.empty()) {
        mistakes.push_back(value);
        mistakes.back().push_back(value.front()); // twice
        mistakes.push_back(value);
        mistakes.back().erase(0);
    }
    if (value.is_object()) {
        for (const auto &[key, member] : value.items()) {
            mistakes.push_back(value);
            mistakes.back().erase(key);
        }
        mistakes.push_back(value);
        mistakes.back()["unknown"] = 1;
    }
    return mistakes;
}

/// Of a long list the first two items.
void forEachPlace(const Json &json, const std::string &path, const std::function<void(const std::string &)> &visit)
{
    visit(path);
    if (!json.is_structured())
        return;
    std::size_t index = 0;
    for (const auto &[key, value] : json.items()) {
        if (json.is_object() || index < 2)
            forEachPlace(value, path + "/" + key, visit);
        ++index;
    }
}

/// A value stands there, or what it is missing from does.
bool isIn(const Json &json, const std::string &path)
{
    const auto parent = path.substr(0, path.rfind('/'));
    const auto has = [&](const std::string &place) {
        return place.empty() || place == "/" || json.contains(Json::json_pointer(place));
    };
    return path.starts_with("/") && (has(path) || has(parent));
}

/// What is wrong with the errors of a text; empty: nothing.
std::set<std::string> shortcomings(const Json &json)
{
    std::set<std::string> found;
    const auto loaded = parseProject(toText(json), "f.hscope.json");
    for (const auto *list : {&loaded.findings.errors, &loaded.findings.warnings}) {
        for (const auto &error : *list) {
            if (error.file != "f.hscope.json")
                found.insert("no file: " + toString(error));
            if (!isIn(json, error.path))
                found.insert("a place that is not there: " + toString(error));
            if (error.hint.empty())
                found.insert("no hint: expected " + error.expected + " (" + error.path + ")");
        }
    }
    return found;
}

} // namespace

class ErrorHintsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void everyErrorNamesFilePlaceAndRemedy()
    {
        const auto good = *parseJson(projectText(samples::project()));
        std::set<std::string> found;
        std::size_t tried = 0;
        forEachPlace(good, {}, [&](const std::string &path) {
            const Json::json_pointer place(path);
            for (auto &mistake : mistakesFor(good.at(place))) {
                auto spoiled = good;
                spoiled.at(place) = std::move(mistake);
                found.merge(shortcomings(spoiled));
                ++tried;
            }
        });
        QVERIFY(tried > 1000);
        std::string all;
        for (const auto &one : found)
            all += "\n" + one;
        QVERIFY2(found.empty(), all.c_str());
    }
};

QTEST_GUILESS_MAIN(ErrorHintsTest)
#include "error_hints_test.moc"
