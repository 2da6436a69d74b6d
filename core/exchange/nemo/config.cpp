// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/nemo/config.h"

#include "exchange/launch/import_plan.h"
#include "exchange/megatron/import_options.h"
#include "exchange/megatron/option_settings.h"
#include "exchange/megatron/shell_files.h"
#include "exchange/settings/settings.h"

namespace heteroscope {

Result<Imported> importNemo(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options)
{
    auto read = launch::onlyYaml(files);
    if (!read)
        return read.error();
    settings::Settings &file = *read;
    const Json *model = file.find("model");
    if (!model || !model->is_object())
        return Error{Error::Code::schema,
                     file.file(),
                     "/model",
                     "nothing",
                     "the section model of NeMo or Megatron-Bridge",
                     "give the file of the training, with sections trainer and model"};
    for (const char *part : {"model.encoder", "model.decoder"}) {
        if (file.has(part))
            return Error{Error::Code::invalid,
                         file.file(),
                         std::string("/model/") + (part + 6),
                         "a section of its own",
                         "a model with a decoder only",
                         "encoder-decoder models cannot be expressed"};
    }
    megatron::CommandLine line;
    megatron::addSettings(*model, line);
    for (const char *section : {"train", "dataset", "ddp", "optimizer"}) {
        if (const Json *part = file.find(section))
            megatron::addSettings(*part, line);
    }
    const Json *precision = file.find("trainer.precision");
    megatron::addPrecision(precision ? precision : file.find("model.precision"), line);
    if (file.has("trainer.devices")) {
        line.set("nproc-per-node", std::to_string(file.number("trainer.devices", 1, 1024)));
        line.set("nnodes", std::to_string(file.number("trainer.num_nodes", 1, launch::maxDegree, 1)));
    }
    if (file.error())
        return *file.error();
    megatron::OptionsSource source{.file = file.file(), .tool = "NeMo", .ranks = {}};
    source.sizes = {file.text("run.name"), std::string(megatron::baseName(file.file()))};
    return megatron::importOptions(into, std::move(line), source, options);
}

} // namespace heteroscope
