// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/calibration_values.h"

#include "base/embedded_files.h"
#include "json/object_reader.h"

#include <algorithm>
#include <iterator>

namespace heteroscope {

namespace {

std::vector<std::string> words(auto names) { return {names.begin(), names.end()}; }

EfficiencyCurves readCurves(const Json &json, const std::string &path, Findings &findings)
{
    constexpr NumberRange share{.minimum = 0.001, .maximum = 1};
    ObjectReader reader(json, path, findings);
    EfficiencyCurves curves;
    curves.computeClass = reader.text("computeClass");
    if (const Json *gemm = reader.member("gemm")) {
        ObjectReader byPrecision(*gemm, reader.pathOf("gemm"), findings);
        for (std::size_t i = 0; i < precisionNames.size(); ++i)
            curves.gemm[i] = byPrecision.number(std::string(precisionNames[i]), share);
        byPrecision.finish();
    } else {
        reader.error("gemm", "nothing", "an object with a share for each precision");
    }
    curves.m0 = reader.number("m0", {.minimum = 0});
    curves.n0 = reader.number("n0", {.minimum = 0});
    curves.k0 = reader.number("k0", {.minimum = 0});
    curves.flashForward = reader.number("flashForward", share);
    curves.flashBackward = reader.number("flashBackward", share);
    curves.batchedGemm = reader.number("batchedGemm", share);
    curves.memory = reader.number("memory", share);
    curves.launch = Seconds(reader.number("launch", {.minimum = 0, .maximum = 1}));
    curves.uncertainty = reader.number("uncertainty", {.minimum = 0, .maximum = 10});
    curves.source = reader.text("source");
    curves.extensions = reader.finish();
    return curves;
}

LinkConstants readLinkConstants(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    LinkConstants link;
    link.technology = static_cast<LinkTechnology>(reader.word("technology", words(linkTechnologyNames)));
    link.efficiency = reader.number("efficiency", {.minimum = 0.001, .maximum = 1});
    link.hop = Seconds(reader.number("hop", {.minimum = 0, .maximum = 1}));
    link.source = reader.text("source");
    link.extensions = reader.finish();
    return link;
}

SoftwareStack readStack(const Json &json, const std::string &path, Findings &findings)
{
    constexpr NumberRange time{.minimum = 0, .maximum = 1000};
    ObjectReader reader(json, path, findings);
    SoftwareStack stack;
    stack.name = reader.text("name");
    stack.sendMode = static_cast<SendMode>(reader.word("sendMode", words(sendModeNames)));
    stack.elementwise = reader.number("elementwise", {.minimum = 0.1, .maximum = 10});
    stack.hostLayer = Seconds(reader.number("hostLayer", time));
    stack.hostBackward = reader.number("hostBackward", {.minimum = 0, .maximum = 10});
    stack.hostExponent = reader.number("hostExponent", {.minimum = 1, .maximum = 64});
    stack.hostMicroBatch = Seconds(reader.number("hostMicroBatch", time));
    stack.hostStep = Seconds(reader.number("hostStep", time));
    stack.optimizerBytes = reader.number("optimizerBytes", {.minimum = 0, .maximum = 1000});
    stack.tpExposed = reader.number("tpExposed", {.minimum = 0, .maximum = 1});
    stack.collectiveBase = Seconds(reader.number("collectiveBase", time));
    stack.reserve = Bytes(reader.number("reserve", {.minimum = 0}));
    for (const Json *item : reader.items("zeroStages")) {
        if (item->is_number_integer() && item->get<double>() >= 0 && item->get<double>() <= 3)
            stack.zeroStages.push_back(item->get<int>());
        else
            reader.error("zeroStages", describe(*item), "whole numbers from 0 to 3");
    }
    stack.uncertainty = reader.number("uncertainty", {.minimum = 0, .maximum = 10});
    stack.source = reader.text("source");
    stack.extensions = reader.finish();
    return stack;
}

struct Loaded
{
    CalibrationValues values;
    Findings findings;
};

const Loaded &loaded()
{
    static const Loaded result = [] {
        Loaded all;
        for (const char *file : {"calibration/kernels.json", "calibration/network.json", "calibration/stacks.json"}) {
            Findings findings;
            const auto json = parseJson(embeddedFile(file), file);
            if (json) {
                auto part = readCalibration(*json, "", findings);
                std::move(part.curves.begin(), part.curves.end(), std::back_inserter(all.values.curves));
                std::move(part.links.begin(), part.links.end(), std::back_inserter(all.values.links));
                std::move(part.stacks.begin(), part.stacks.end(), std::back_inserter(all.values.stacks));
            } else {
                findings.errors.push_back(json.error());
            }
            for (auto &error : findings.errors)
                error.file = file;
            all.findings.append(std::move(findings));
        }
        return all;
    }();
    return result;
}

} // namespace

CalibrationValues readCalibration(const Json &json, const std::string &path, Findings &findings)
{
    CalibrationValues values;
    ObjectReader reader(json, path, findings);
    reader.integer("formatVersion", 1, 1);
    const auto read = [&](const char *key, auto &list, auto readOne) {
        std::size_t index = 0;
        for (const Json *item : reader.items(key))
            list.push_back(readOne(*item, reader.pathOf(key, index++), findings));
    };
    read("kernels", values.curves, readCurves);
    read("links", values.links, readLinkConstants);
    read("stacks", values.stacks, readStack);
    reader.finish();
    return values;
}

const EfficiencyCurves &CalibrationValues::curvesOf(const std::string &computeClass) const
{
    static const EfficiencyCurves missing;
    const auto find = [this](std::string_view name) {
        return std::find_if(curves.begin(), curves.end(), [name](const auto &c) { return c.computeClass == name; });
    };
    auto it = find(computeClass);
    if (it == curves.end())
        it = find("default");
    return it == curves.end() ? missing : *it;
}

bool CalibrationValues::isCalibrated(const std::string &computeClass) const
{
    return curvesOf(computeClass).computeClass == computeClass;
}

const LinkConstants &CalibrationValues::linkOf(LinkTechnology technology) const
{
    static const LinkConstants missing;
    const auto it =
        std::find_if(links.begin(), links.end(), [technology](const auto &l) { return l.technology == technology; });
    return it == links.end() ? missing : *it;
}

const SoftwareStack *CalibrationValues::findStack(std::string_view name) const
{
    const auto it = std::find_if(stacks.begin(), stacks.end(), [name](const auto &s) { return s.name == name; });
    return it == stacks.end() ? nullptr : &*it;
}

const CalibrationValues &builtinCalibration() { return loaded().values; }

const Findings &builtinCalibrationFindings() { return loaded().findings; }

} // namespace heteroscope
