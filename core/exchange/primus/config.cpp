// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/primus/config.h"

#include "base/files.h"
#include "base/text.h"
#include "exchange/launch/import_plan.h"
#include "exchange/megatron/import_options.h"
#include "exchange/megatron/option_settings.h"
#include "exchange/megatron/shell_files.h"
#include "exchange/settings/read_settings.h"
#include "exchange/settings/settings.h"
#include "json/object_reader.h"

#include <algorithm>
#include <optional>

namespace heteroscope {

namespace {

std::string lettersOf(std::string_view name)
{
    std::string result = lowerCase(name);
    std::erase_if(result, [](char c) { return !((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')); });
    return result;
}

/// Settings of a model's file over those of the files that it extends; nullopt if it is not among the files.
std::optional<Json> modelSettings(const std::vector<ImportFile> &files, const std::string &name, int depth,
                                  std::vector<std::string> &notes)
{
    for (const ImportFile &file : files) {
        if (depth > 8 || megatron::baseName(file.name) != name)
            continue;
        const auto yaml = settings::readYaml(file.text, file.name);
        if (!yaml || !yaml->is_object())
            return std::nullopt;
        Json all = Json::object();
        for (const Json &base : yaml->value("extends", Json::array())) {
            if (!base.is_string())
                continue;
            if (const auto inner = modelSettings(files, base.get<std::string>(), depth + 1, notes))
                all.update(*inner);
            else
                notes.push_back("the model extends " + quoteText(base.get<std::string>()) + ", which is not given");
        }
        all.update(*yaml);
        all.erase("extends");
        return all;
    }
    return std::nullopt;
}

} // namespace

const Model *modelWrittenAs(std::string_view name)
{
    const std::string wanted = lettersOf(name);
    const Model *best = nullptr;
    std::size_t nearest = std::string::npos; // letters by which the two differ
    for (const Model &model : builtinModels()) {
        const std::string known = lettersOf(model.name);
        if (known == wanted)
            return &model;
        const bool longer = known.starts_with(wanted) && known[wanted.size()] >= '0' && known[wanted.size()] <= '9';
        const bool shorter = wanted.starts_with(known);
        // "grok2" is no "grok": a name without a digit says too little.
        const std::size_t apart = std::max(known.size(), wanted.size()) - std::min(known.size(), wanted.size());
        if ((longer || shorter) && wanted.size() > 3 && apart < nearest) {
            best = &model;
            nearest = apart;
        }
    }
    return best;
}

Result<Imported> importPrimus(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options)
{
    for (const ImportFile &experiment : files) {
        auto yaml = settings::readYaml(experiment.text, experiment.name);
        if (!yaml)
            return yaml.error();
        settings::Settings file(std::move(*yaml), experiment.name);
        const Json *trainer = file.find("modules.pre_trainer");
        if (!trainer || !trainer->is_object())
            continue;
        if (const std::string framework = file.text("modules.pre_trainer.framework"); framework != "megatron")
            return Error{Error::Code::invalid,
                         experiment.name,
                         "/modules/pre_trainer/framework",
                         quoteText(framework),
                         "megatron",
                         "other frameworks of Primus have files of their own: import those"};
        const std::string name = megatron::resolvedSetting(file.text("modules.pre_trainer.model"), Json::object());
        megatron::CommandLine line;
        megatron::OptionsSource source{.file = experiment.name, .tool = "Primus", .ranks = {}};
        std::vector<std::string> notes;
        Project project = into;
        line.set("bf16", "true"); // the default of pre_trainer.yaml
        line.set("use-distributed-optimizer", "true");
        if (const auto settings = modelSettings(files, name, 0, notes)) {
            megatron::addSettings(*settings, line);
            source.sizes = {name};
        } else {
            const Model *model = modelWrittenAs(name.substr(0, name.rfind(".yaml")));
            if (!model)
                return Error{Error::Code::reference,
                             experiment.name,
                             "/modules/pre_trainer/model",
                             quoteText(name),
                             "the model's file, or a model of the catalog",
                             "give " + name + " of primus/configs/models as a second file"};
            project.workload.model = *model;
            source.modelIsBroughtAlong = true;
            notes.push_back("the model " + name + " is not given: " + model->name + " of the catalog is taken");
        }
        if (const Json *overrides = file.find("modules.pre_trainer.overrides"))
            megatron::addSettings(*overrides, line);
        for (const char *type : {"MI300X", "MI325X", "MI350X", "MI355X"}) {
            if (experiment.name.find(type) != std::string::npos)
                source.device = type;
        }
        if (source.device.empty())
            source.device = "MI300X";
        auto result = megatron::importOptions(project, std::move(line), source, options);
        if (result)
            result->notes.insert(result->notes.begin(), notes.begin(), notes.end());
        return result;
    }
    return Error{Error::Code::schema,
                 files.empty() ? std::string() : files.front().name,
                 "/modules/pre_trainer",
                 "nothing",
                 "the module pre_trainer of an experiment of Primus",
                 "give the file under examples/megatron/configs, with the model's file"};
}

} // namespace heteroscope
