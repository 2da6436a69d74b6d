// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/fit_constants.h"

#include <algorithm>
#include <array>

namespace heteroscope {

namespace {

using Needs = bool (*)(const RowTraits &);

constexpr Needs always = [](const RowTraits &) { return true; };
constexpr Needs fused = [](const RowTraits &row) { return row.fused; };
constexpr Needs unfused = [](const RowTraits &row) { return !row.fused; };
constexpr Needs needsExperts = [](const RowTraits &row) { return row.experts; };
constexpr Needs tensor = [](const RowTraits &row) { return row.tensorParallel; };
constexpr Needs sharded = [](const RowTraits &row) { return row.sharded; };
constexpr Needs replicated = [](const RowTraits &row) { return !row.sharded; };
constexpr Needs narrow = [](const RowTraits &row) {
    return row.precision == Precision::fp8 || row.precision == Precision::fp4;
};

struct FieldRule
{
    std::string_view name;
    double freedom;
    Needs needs;
};

/// Fields that are fitted, how far they may move, and what a row must have to tell about them. m0, n0 and k0 come from
/// tables of matrix products and are not moved by steps.
constexpr std::array<FieldRule, 8> curveRules = {{{"waveLoss", 0.3, always},
                                                  {"groupedRows", 0.3, needsExperts},
                                                  {"misalignedGemm", 0.5, always},
                                                  {"flashForward", 0.2, fused},
                                                  {"flashBackward", 0.2, fused},
                                                  {"openAttention", 0.3, fused},
                                                  {"batchedGemm", 0.2, unfused},
                                                  {"memory", 0.03, always}}};
constexpr std::array<FieldRule, 22> stackRules = {{{"elementwise", 0.4, always},
                                                   {"scoreBytes", 0.3, unfused},
                                                   {"quantizeBytes", 0.4, narrow},
                                                   {"permutePasses", 0.4, needsExperts},
                                                   {"hostLayer", 0.5, always},
                                                   {"hostExperts", 0.6, needsExperts},
                                                   {"hostBackward", 0.15, always},
                                                   {"hostExponent", 0.3, always},
                                                   {"hostExponentTp", 0.3, tensor},
                                                   {"hostTensorParallel", 0.5, tensor},
                                                   {"hostMicroBatch", 0.7, always},
                                                   {"hostStep", 0.7, always},
                                                   {"optimizerBytes", 0.1, always},
                                                   {"accumulateBytes", 0.3, always},
                                                   {"tpExposed", 0.4, tensor},
                                                   {"exchangeContention", 0.4, needsExperts},
                                                   {"gatherContention", 0.4, sharded},
                                                   {"overlapComputeSlowdown", 0.1, replicated},
                                                   {"overlapTransferSlowdown", 0.2, replicated},
                                                   {"nodeJitter", 0.2, always},
                                                   {"collectiveBase", 0.3, tensor}}};
constexpr std::array<FieldRule, 2> linkRules = {{{"efficiency", 0.15, always}, {"hop", 0.3, always}}};

bool contains(const auto &list, const auto &value) { return std::find(list.begin(), list.end(), value) != list.end(); }

/// Adds the fields of one item of a list of the values, reached by `item`.
template<class T, class Item, class Belongs>
void addFields(std::vector<FitConstant> &constants, const std::string &prefix,
               std::span<const CalibrationField<T>> fields, const auto &rules, const T &start, Item item,
               Belongs belongs)
{
    for (const auto &rule : rules) {
        const auto field =
            std::find_if(fields.begin(), fields.end(), [&](const auto &f) { return f.name == rule.name; });
        T copy = start;
        // A constant that is zero describes something the stack does not do.
        if (field == fields.end() || !(field->of(copy) > 0))
            continue;
        const auto of = field->of;
        constants.push_back(
            {prefix + "/" + std::string(rule.name),
             [of, item](CalibrationValues &values) -> double & { return of(item(values)); }, field->range, rule.freedom,
             [belongs, needs = rule.needs](const RowTraits &row) { return belongs(row) && needs(row); }});
    }
}

void addCurves(std::vector<FitConstant> &constants, const CalibrationValues &values)
{
    for (std::size_t i = 0; i < values.curves.size(); ++i) {
        const auto &curves = values.curves[i];
        const auto item = [i](CalibrationValues &v) -> EfficiencyCurves & { return v.curves[i]; };
        const auto belongs = [name = curves.computeClass](const RowTraits &row) {
            return contains(row.computeClasses, name);
        };
        const std::string prefix = "kernels/" + curves.computeClass;
        for (std::size_t p = 0; p < precisionNames.size(); ++p) {
            const auto precision = static_cast<Precision>(p);
            // 16-bit products also run where others are fp8 or fp4: in head and router.
            constants.push_back(
                {prefix + "/gemm/" + std::string(precisionNames[p]),
                 [item, p](CalibrationValues &v) -> double & { return item(v).gemm[p]; }, efficiencyRange, 0.1,
                 [belongs, precision](const RowTraits &row) {
                     return belongs(row) &&
                            (row.precision == precision || (precision == Precision::bf16 && narrow(row)));
                 }});
        }
        addFields(constants, prefix, curveFields(), curveRules, curves, item, belongs);
    }
}

} // namespace

std::vector<FitConstant> fitConstantsFor(const CalibrationValues &values, const std::vector<RowTraits> &rows)
{
    std::vector<FitConstant> constants;
    addCurves(constants, values);
    for (std::size_t i = 0; i < values.stacks.size(); ++i)
        addFields(
            constants, "stacks/" + values.stacks[i].name, stackFields(), stackRules, values.stacks[i],
            [i](CalibrationValues &v) -> SoftwareStack & { return v.stacks[i]; },
            [name = values.stacks[i].name](const RowTraits &row) { return row.stack == name; });
    for (std::size_t i = 0; i < values.links.size(); ++i)
        addFields(
            constants,
            "links/" + std::string(linkTechnologyNames[static_cast<std::size_t>(values.links[i].technology)]),
            linkFields(), linkRules, values.links[i],
            [i](CalibrationValues &v) -> LinkConstants & { return v.links[i]; },
            [technology = values.links[i].technology](const RowTraits &row) {
                return contains(row.links, technology);
            });
    std::erase_if(constants, [&rows](const FitConstant &constant) {
        return std::none_of(rows.begin(), rows.end(), constant.matters);
    });
    return constants;
}

} // namespace heteroscope
