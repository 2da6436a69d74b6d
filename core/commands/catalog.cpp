// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope catalog devices|links|models|nodes|stacks
#include "cluster/catalog.h"
#include "base/numbers.h"
#include "commands/command.h"
#include "cost/calibration_values.h"
#include "cost/support_file.h"
#include "lesson/lesson_file.h"
#include "report/text_table.h"
#include "workload/model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heteroscope {

namespace {

std::string sourceText(const std::string &source, bool fromMemory)
{
    if (!fromMemory)
        return source;
    return source.empty() || source == "memory" ? "unsourced estimate" : source + " (unsourced estimate)";
}

TextTable deviceTable()
{
    TextTable table({"name", "memory", "bandwidth", "TFLOP/s 16 bit", "link each way", "power W", "USD/h", "source"});
    for (const auto &type : builtinCatalog().devices) {
        const auto peak = type.peakAt(Precision::bf16) ? type.peakAt(Precision::bf16) : type.peakAt(Precision::fp16);
        table.add({type.name,
                   memoryCell(type.memory),
                   bandwidthCell(type.memoryBandwidth),
                   peak ? TableCell(significantText(peak->value / 1e12), peak->value / 1e12) : TableCell("-"),
                   bandwidthCell(type.intraLinkBandwidth),
                   {fmt::format("{:.0f}", type.power), type.power},
                   type.pricePerHour ? TableCell(fmt::format("{:.2f}", *type.pricePerHour), *type.pricePerHour)
                                     : TableCell("-"),
                   sourceText(type.source, type.fromMemory)});
    }
    return table;
}

TextTable linkTable()
{
    TextTable table({"name", "technology", "scope", "bandwidth each way", "latency", "source"});
    for (const auto &link : builtinCatalog().links)
        table.add({link.name, std::string(linkTechnologyNames[static_cast<std::size_t>(link.technology)]), link.scope,
                   bandwidthCell(link.bandwidth), secondsCell(link.latency), sourceText(link.source, link.fromMemory)});
    return table;
}

TextTable modelTable()
{
    TextTable table(
        {"name", "layers", "hidden", "heads", "kv", "ffn", "vocabulary", "experts", "parameters", "source"});
    for (const auto &model : builtinModels())
        table.add({model.name,
                   model.layers,
                   model.hidden,
                   model.heads,
                   model.kvHeads,
                   model.ffn,
                   model.vocab,
                   model.moe ? fmt::format("{} top {}", model.moe->experts, model.moe->topK) : "-",
                   {largeCountText(totalParameters(model)), totalParameters(model)},
                   sourceText(model.source, model.fromMemory)});
    return table;
}

TextTable nodeTable()
{
    TextTable table({"name", "devices", "source", "notes"});
    for (const auto &node : builtinCatalog().nodes) {
        const auto type = node.devices.empty() ? std::string() : node.devices.front().type;
        table.add({node.name, fmt::format("{} x {}", node.devices.size(), type),
                   sourceText(node.source, node.fromMemory), node.notes});
    }
    return table;
}

/// The largest of what steps with the stack are predicted with, or what a stack without measured steps is.
double errorOf(const std::string &stack)
{
    const auto &table = builtinSupport();
    double error = 0;
    for (const auto &entry : table.entries) {
        if (entry.key.stack == stack)
            error = std::max(error, table.find(entry.key).error);
    }
    return table.hasStack(stack) ? error : table.folds[static_cast<std::size_t>(SupportLevel::newStack)].error;
}

TextTable stackTable()
{
    TextTable table({"name", "sends", "ZeRO stages", "schedules", "inside a stage", "recomputed alone", "uncertainty",
                     "source", "source of what it runs"});
    for (const auto &stack : builtinCalibration().stacks) {
        std::string stages;
        for (const int stage : stack.zeroStages)
            stages += (stages.empty() ? "" : " ") + std::to_string(stage);
        std::vector<std::string_view> schedules, degrees;
        for (const ScheduleKind kind : stack.schedules)
            schedules.push_back(scheduleName(kind));
        const auto &has = stack.degrees;
        for (const auto &[name, isThere] :
             {std::pair("TP", has.tp), std::pair("CP", has.cp), std::pair("EP", has.ep)}) {
            if (isThere)
                degrees.push_back(name);
        }
        const auto list = [](const auto &names) {
            return names.empty() ? std::string("-") : fmt::format("{}", fmt::join(names, " "));
        };
        table.add({stack.name, std::string(sendModeNames[static_cast<std::size_t>(stack.sendMode)]), stages,
                   list(schedules), list(degrees), list(stack.recomputeModules.names()), shareCell(errorOf(stack.name)),
                   stack.source, stack.runsSource});
    }
    return table;
}

TextTable lessonTable()
{
    TextTable table({"name", "title", "exercise", "summary"});
    for (const auto &lesson : builtinLessons())
        table.add({lesson.name, lesson.title.in("en"), lesson.exercise ? "yes" : "-", lesson.summary.in("en")});
    return table;
}

} // namespace

CommandBody addCatalogCommand(CLI::App &parser)
{
    const auto what = std::make_shared<std::string>();
    parser.add_option("what", *what, "devices, links, models, nodes, stacks or lessons")
        ->required()
        ->check(CLI::IsMember({"devices", "links", "models", "nodes", "stacks", "lessons"}));
    return [what](const Streams &streams) {
        const auto table = *what == "devices"  ? deviceTable()
                           : *what == "links"  ? linkTable()
                           : *what == "models" ? modelTable()
                           : *what == "nodes"  ? nodeTable()
                           : *what == "stacks" ? stackTable()
                                               : lessonTable();
        printRows(*what, table, streams);
        return ExitStatus::done;
    };
}

} // namespace heteroscope
