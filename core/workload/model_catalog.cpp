// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/embedded_files.h"
#include "workload/workload_json.h"

#include <algorithm>
#include <set>

namespace heteroscope {

namespace {

struct ReadModels
{
    std::vector<Model> models;
    Findings findings;
};

/// An entry with a mistake, or with the name of an earlier one, is left out.
ReadModels readModels()
{
    const std::string file = "catalog/models.json";
    ReadModels result;
    std::set<std::string> names;
    if (const auto json = parseJson(embeddedFile(file)); !json) {
        result.findings.addError(json.error());
    } else {
        ObjectReader reader(*json, {}, result.findings);
        reader.integer("formatVersion", 1, 1);
        const auto items = reader.items("models");
        for (std::size_t i = 0; i < items.size(); ++i) {
            Findings own;
            auto model = readModel(*items[i], reader.pathOf("models", i), own);
            if (!names.insert(model.name).second)
                own.addError({Error::Code::invalid,
                              {},
                              reader.pathOf("models", i) + "/name",
                              "\"" + model.name + "\" again",
                              "a name of its own",
                              "rename one of them"});
            if (own.ok())
                result.models.push_back(std::move(model));
            result.findings.append(std::move(own));
        }
        reader.finish();
    }
    for (auto *list : {&result.findings.errors, &result.findings.warnings}) {
        for (auto &error : *list)
            error.file = file;
    }
    return result;
}

const ReadModels &shipped()
{
    static const ReadModels models = readModels();
    return models;
}

} // namespace

const std::vector<Model> &builtinModels() { return shipped().models; }

const Findings &builtinModelFindings() { return shipped().findings; }

const Model *findModel(std::string_view name)
{
    const auto &models = builtinModels();
    const auto it =
        std::find_if(models.begin(), models.end(), [name](const Model &model) { return model.name == name; });
    return it == models.end() ? nullptr : &*it;
}

} // namespace heteroscope
