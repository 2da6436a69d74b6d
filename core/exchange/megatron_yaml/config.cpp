// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/megatron_yaml/config.h"

#include "exchange/launch/import_plan.h"
#include "exchange/megatron/import_options.h"
#include "exchange/megatron/option_settings.h"

namespace heteroscope {

Result<Imported> importMegatronYaml(const Project &into, const std::vector<ImportFile> &files,
                                    const ImportOptions &options)
{
    const auto file = launch::onlyYaml(files);
    if (!file)
        return file.error();
    const Json &yaml = file->json();
    megatron::CommandLine line;
    const bool isTable = yaml.is_object() && yaml.contains("MODEL_ARGS") && yaml["MODEL_ARGS"].is_object();
    if (isTable) {
        for (const auto &[key, value] : yaml["MODEL_ARGS"].items()) {
            if (value.is_null() || value == false || !key.starts_with("--"))
                continue;
            line.set(key.substr(2), value.is_string() ? value.get<std::string>() : value.dump());
        }
    } else if (yaml.is_object() && yaml.contains("language_model")) {
        megatron::addSettings(yaml, line);
    }
    if (line.empty())
        return Error{Error::Code::schema,
                     file->file(),
                     "/MODEL_ARGS",
                     "nothing",
                     "the table MODEL_ARGS, or the section language_model",
                     "give the file of a functional test of Megatron-LM, or that of --yaml-cfg"};
    const megatron::OptionsSource source{.file = file->file(), .ranks = {}};
    return megatron::importOptions(into, std::move(line), source, options);
}

} // namespace heteroscope
