// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/what_if.h"

#include "cluster/catalog.h"
#include "project/edits.h"
#include "workload/workload_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace heteroscope {

namespace {

constexpr int stepsPerDouble = 4;
constexpr int doublings = 4; // to 16 times, and to a sixteenth
constexpr int mostLayers = 512;

bool isOfNodes(SensitivityKind kind) { return kind == SensitivityKind::nodeLink || kind == SensitivityKind::nodeCount; }

/// The number's subject as the project has it now; nullopt if nothing of it is left.
std::optional<SensitivitySubject> subjectNow(const Project &project, const WhatIfNumber &number)
{
    const Cluster &cluster = project.cluster;
    SensitivitySubject subject = number.subject;
    if (subject.kind == SensitivityKind::deviceSpeed || subject.kind == SensitivityKind::deviceMemory) {
        const bool isUsed = std::any_of(cluster.nodes.begin(), cluster.nodes.end(), [&subject](const Node &node) {
            return std::any_of(node.devices.begin(), node.devices.end(),
                               [&subject](const Device &device) { return device.type == subject.name; });
        });
        const DeviceType *type = isUsed ? findDeviceType(cluster, subject.name) : nullptr;
        const auto peak = type ? type->peakAt(project.workload.job.precision) : std::nullopt;
        subject.present = !type                                           ? 0
                          : subject.kind == SensitivityKind::deviceMemory ? type->memory.value
                          : peak                                          ? peak->value
                                                                          : 0;
        return subject.present > 0 ? std::optional(subject) : std::nullopt;
    }
    if (subject.kind == SensitivityKind::nodeCount) {
        for (const Rack &rack : cluster.racks)
            if (rack.name == subject.name) {
                subject.present = static_cast<double>(rack.repeat);
                return subject;
            }
    }
    const auto isThere = [&](const std::string &name) {
        return isOfNodes(subject.kind) ? cluster.findNode(name) != nullptr : cluster.findLink(name) != nullptr;
    };
    const auto first = std::find_if(subject.members.begin(), subject.members.end(), isThere);
    if (first == subject.members.end())
        return std::nullopt;
    subject.name = *first;
    std::vector<std::string> members = alikeMembers(cluster, subject.kind, subject.name);
    std::erase_if(members, [&number](const std::string &name) { return number.strangers.contains(name); });
    if (subject.kind == SensitivityKind::link) {
        subject.present = cluster.findLink(subject.name)->bandwidth.value;
    } else if (subject.kind == SensitivityKind::nodeLink) {
        const Node &node = *cluster.findNode(subject.name);
        if (node.fabric.empty())
            return std::nullopt;
        subject.present = node.fabric.front().bandwidth.value;
    } else {
        subject.present = static_cast<double>(members.size());
    }
    subject.members = std::move(members);
    return subject;
}

bool isCountedOneByOne(const WhatIfNumber &number)
{
    return number.workload ? *number.workload == WorkloadNumber::layers || *number.workload == WorkloadNumber::topK
                           : number.subject.kind == SensitivityKind::nodeCount;
}

/// The members of job and model that a number of the workload is; nullptr where the model has none.
template<class AnyWorkload>
auto memberOf(AnyWorkload &workload, WorkloadNumber number) -> decltype(&workload.job.globalBatch)
{
    auto &model = workload.model;
    switch (number) {
    case WorkloadNumber::globalBatch:
        return &workload.job.globalBatch;
    case WorkloadNumber::sequenceLength:
        return &workload.job.sequenceLength;
    case WorkloadNumber::layers: // an encoder's and a vision tower's are counted with them
        return model.encoder || model.vision ? nullptr : &model.layers;
    case WorkloadNumber::hidden:
        return &model.hidden;
    case WorkloadNumber::heads:
        return &model.heads;
    case WorkloadNumber::ffn:
        return &model.ffn;
    case WorkloadNumber::experts:
        return model.moe ? &model.moe->experts : nullptr;
    case WorkloadNumber::topK:
        return model.moe ? &model.moe->topK : nullptr;
    case WorkloadNumber::expertFfn:
        return model.moe ? &model.moe->expertFfn : nullptr;
    case WorkloadNumber::vocab:
        return &model.vocab;
    }
    return nullptr;
}

/// Of a device type, or of the first member; nullopt where it is not known or there is none.
std::optional<double> furtherValue(const Cluster &cluster, Precision precision, const SensitivitySubject &subject,
                                   SubjectNumber which)
{
    if (which == SubjectNumber::latency) {
        if (subject.kind == SensitivityKind::link) {
            const Link *link = cluster.findLink(subject.name);
            return link ? std::optional(link->latency.value) : std::nullopt;
        }
        const Node *node = cluster.findNode(subject.name);
        return node && !node->fabric.empty() ? std::optional(node->fabric.front().latency.value) : std::nullopt;
    }
    const DeviceType *type = findDeviceType(cluster, subject.name);
    if (!type)
        return std::nullopt;
    const auto positive = [](double value) { return value > 0 ? std::optional(value) : std::nullopt; };
    switch (which) {
    case SubjectNumber::peak: {
        const auto peak = type->peakAt(precision);
        return positive(peak ? peak->value : 0);
    }
    case SubjectNumber::memoryBandwidth:
        return positive(type->memoryBandwidth.value);
    case SubjectNumber::power:
        return positive(type->power);
    case SubjectNumber::price:
        return positive(type->pricePerHour.value_or(0));
    default:
        return std::nullopt;
    }
}

std::vector<SubjectNumber> furtherNumbersOf(SensitivityKind kind)
{
    switch (kind) {
    case SensitivityKind::link:
    case SensitivityKind::nodeLink:
        return {SubjectNumber::latency};
    case SensitivityKind::deviceSpeed:
        return {SubjectNumber::peak, SubjectNumber::memoryBandwidth};
    case SensitivityKind::deviceMemory:
        return {SubjectNumber::power, SubjectNumber::price};
    case SensitivityKind::nodeCount:
        break;
    }
    return {};
}

/// The type of the project's own that stands in for the catalog's.
DeviceType *ownType(Cluster &cluster, const std::string &name)
{
    const auto own = std::find_if(cluster.deviceTypes.begin(), cluster.deviceTypes.end(),
                                  [&name](const DeviceType &type) { return type.name == name; });
    if (own != cluster.deviceTypes.end())
        return &*own;
    const DeviceType *type = findDeviceType(cluster, name);
    return type ? &cluster.deviceTypes.emplace_back(*type) : nullptr;
}

void setLatency(Cluster &cluster, const SensitivitySubject &subject, double value)
{
    const auto isMember = [&subject](const std::string &name) {
        return std::find(subject.members.begin(), subject.members.end(), name) != subject.members.end();
    };
    if (subject.kind == SensitivityKind::link) {
        for (Link &link : cluster.links)
            if (isMember(link.name))
                link.latency = Seconds(value);
        return;
    }
    for (Node &node : cluster.nodes) {
        if (!isMember(node.name) || node.fabric.empty())
            continue;
        const double first = node.fabric.front().latency.value;
        for (FabricLink &link : node.fabric)
            link.latency = Seconds(first > 0 ? link.latency.value * (value / first) : value);
    }
}

void setFurtherValue(Cluster &cluster, Precision precision, const SensitivitySubject &subject, SubjectNumber which,
                     double value)
{
    if (which == SubjectNumber::latency) {
        setLatency(cluster, subject, value);
        return;
    }
    DeviceType *type = ownType(cluster, subject.name);
    if (!type)
        return;
    if (which == SubjectNumber::memoryBandwidth)
        type->memoryBandwidth = BytesPerSecond(value);
    else if (which == SubjectNumber::power)
        type->power = value;
    else if (which == SubjectNumber::price)
        type->pricePerHour = value;
    else if (const auto peak = type->peakAt(precision); peak && peak->value > 0)
        for (auto &one : type->peak)
            if (one)
                one = FlopPerSecond(one->value * (value / peak->value));
}

Error outOfRange(std::string place, double value, std::string expected)
{
    return {Error::Code::invalid,  {}, std::move(place), fmt::format("{}", value), std::move(expected),
            "choose another value"};
}

Result<Project> withWorkloadValue(const Project &project, WorkloadNumber number, double value)
{
    constexpr std::array<const char *, workloadNumberCount> places = {
        "/workload/job/globalBatch",   "/workload/job/sequenceLength", "/workload/model/layers",
        "/workload/model/hidden",      "/workload/model/heads",        "/workload/model/ffn",
        "/workload/model/moe/experts", "/workload/model/moe/topK",     "/workload/model/moe/expertFfn",
        "/workload/model/vocab"};
    if (!(value >= 1 && value <= std::numeric_limits<int>::max()))
        return outOfRange(places[static_cast<std::size_t>(number)], value, "a whole number from 1 on");
    Workload workload = project.workload;
    int *member = memberOf(workload, number);
    if (!member)
        return Error{Error::Code::reference,
                     {},
                     places[static_cast<std::size_t>(number)],
                     "no such number",
                     "a model that has it",
                     "the model is another one since; begin anew"};
    const bool ownKeys = workload.model.kvHeads == workload.model.heads;
    *member = static_cast<int>(std::lround(value));
    if (ownKeys)
        workload.model.kvHeads = workload.model.heads;
    if (workload.model.moe)
        workload.model.moe->denseLayers = std::min(workload.model.moe->denseLayers, workload.model.layers);
    if (auto mistake = firstMistake(workload))
        return *std::move(mistake);
    return setWorkload(project, workload);
}

/// To three digits, so that figures are round.
double roundedTo3(double value)
{
    const double unit = std::pow(10, std::floor(std::log10(value)) - 2);
    return std::round(value / unit) * unit;
}

} // namespace

WhatIfPart WhatIfNumber::part() const
{
    if (workload)
        return *workload == WorkloadNumber::globalBatch || *workload == WorkloadNumber::sequenceLength
                   ? WhatIfPart::job
                   : WhatIfPart::model;
    switch (subject.kind) {
    case SensitivityKind::link:
        return WhatIfPart::links;
    case SensitivityKind::nodeLink:
        return WhatIfPart::nodeLinks;
    case SensitivityKind::nodeCount:
        return WhatIfPart::nodes;
    default:
        return WhatIfPart::devices;
    }
}

std::vector<WhatIfNumber> whatIfNumbers(const Project &project, const Topology &topology)
{
    std::vector<WhatIfNumber> numbers;
    for (std::size_t i = 0; i < workloadNumberCount; ++i) {
        const auto which = static_cast<WorkloadNumber>(i);
        WhatIfNumber number;
        number.workload = which;
        if (const int *member = memberOf(project.workload, which))
            number.start = *member;
        if (number.start > 0)
            numbers.push_back(std::move(number));
    }
    for (SensitivitySubject &subject : sensitivitySubjects(project, topology)) {
        WhatIfNumber number;
        number.start = subject.present;
        const std::set<std::string> own(subject.members.begin(), subject.members.end());
        const auto addStranger = [&](const std::string &name) {
            if (!own.contains(name))
                number.strangers.insert(name);
        };
        if (subject.kind == SensitivityKind::link)
            for (const Link &link : project.cluster.links)
                addStranger(link.name);
        else if (isOfNodes(subject.kind))
            for (const Node &node : project.cluster.nodes)
                addStranger(node.name);
        number.subject = std::move(subject);
        numbers.push_back(number);
        for (const SubjectNumber which : furtherNumbersOf(number.subject.kind)) {
            const auto value = furtherValue(project.cluster, project.workload.job.precision, number.subject, which);
            if (!value)
                continue;
            number.which = which;
            number.start = *value;
            numbers.push_back(number);
        }
    }
    return numbers;
}

std::optional<double> whatIfValue(const Project &project, const WhatIfNumber &number)
{
    if (number.workload) {
        const int *member = memberOf(project.workload, *number.workload);
        return member ? std::optional<double>(*member) : std::nullopt;
    }
    const auto subject = subjectNow(project, number);
    if (!subject)
        return std::nullopt;
    return number.which == SubjectNumber::own
               ? std::optional(subject->present)
               : furtherValue(project.cluster, project.workload.job.precision, *subject, number.which);
}

Result<Project> withWhatIfValue(const Project &project, const WhatIfNumber &number, double value)
{
    if (number.workload)
        return withWorkloadValue(project, *number.workload, value);
    const auto subject = subjectNow(project, number);
    if (!subject)
        return Error{Error::Code::reference,
                     {},
                     {},
                     fmt::format("{} \"{}\"", sensitivityKindNames[static_cast<std::size_t>(number.subject.kind)],
                                 number.subject.name),
                     "something that is in the cluster",
                     "it was removed since; begin anew"};
    if (number.which == SubjectNumber::own)
        return withSensitivityValue(project, *subject, value);
    if (!std::isfinite(value) || value < 0 || (value == 0 && number.which != SubjectNumber::latency))
        return outOfRange({}, value, "a value above 0");
    Project changed = project;
    setFurtherValue(changed.cluster, project.workload.job.precision, *subject, number.which, value);
    return changed;
}

std::vector<double> whatIfChoices(const WhatIfNumber &number)
{
    std::set<double> choices;
    const double start = number.start;
    if (number.which == SubjectNumber::latency && start == 0) {
        for (double power = 1e-7; power < 2e-3; power *= 10)
            for (const double value : {power, 2 * power, 5 * power})
                choices.insert(roundedTo3(std::min(value, 1e-3)));
        choices.insert(0);
    }
    if (!(start > 0))
        return {choices.begin(), choices.end()};
    choices.insert(start);
    for (int step = -doublings * stepsPerDouble; step <= doublings * stepsPerDouble; ++step) {
        const double factor = std::exp2(static_cast<double>(step) / stepsPerDouble);
        if (step != 0 && !number.isWhole())
            choices.insert(roundedTo3(start * factor));
        // Halved and doubled, and one and a half of each.
        if (number.isWhole() && !isCountedOneByOne(number) && step % stepsPerDouble == 0)
            for (const double value : {start * factor, start * factor * 1.5})
                if (value >= 1 && value <= 1e9 && value == std::round(value))
                    choices.insert(value);
    }
    const double most = number.workload ? std::clamp(2 * start, 8.0, 1.0 * mostLayers)
                                        : std::min(1.0 * fineUntil, std::max(8.0, 4 * start));
    if (isCountedOneByOne(number))
        for (int value = 1; value <= most; ++value)
            choices.insert(value);
    return {choices.begin(), choices.end()};
}

} // namespace heteroscope
