// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/nvidia_smi/topology.h"

#include "cluster/catalog.h"
#include "exchange/measured_type.h"
#include "exchange/nvidia_smi/matrix.h"
#include "exchange/nvidia_smi/query.h"

#include <fmt/format.h>

namespace heteroscope {

Result<NvidiaSmiNode> readNvidiaSmi(std::string_view text, const std::string &file, const std::string &device,
                                    std::optional<BytesPerSecond> networkCard, const Cluster &own)
{
    const auto matrix = nvidiasmi::readMatrix(text, file);
    if (!matrix)
        return matrix.error();
    const auto products = nvidiasmi::readDeviceList(text);
    std::vector<const DeviceType *> types;
    if (device.empty() && products.size() != matrix->gpus)
        return Error{Error::Code::reference,
                     file,
                     {},
                     products.empty() ? "no names of devices"
                                      : fmt::format("{} names for {} GPUs", products.size(), matrix->gpus),
                     "the output of nvidia-smi -L beside the matrix",
                     "add it to the file or as a second file, or name the type with --device"};
    for (std::size_t i = 0; i < matrix->gpus; ++i) {
        const std::string product = device.empty() ? products[i] : std::string();
        const auto type =
            node::typeNamed(own, device.empty() ? std::string(catalogName(product)) : device, file, product);
        if (!type)
            return type.error();
        types.push_back(*type);
    }
    node::Machine machine{.tool = "nvidia-smi", .matrix = *matrix, .types = {}, .networkCard = networkCard};
    for (const DeviceType *type : types)
        machine.types.push_back(type->name);
    return node::buildNode(machine, file, own);
}

Result<Imported> importNvidiaSmi(const Project &into, const std::vector<ImportFile> &files,
                                 const ImportOptions &options)
{
    std::string text;
    std::vector<const ImportFile *> queries;
    for (const ImportFile &one : files) {
        if (nvidiasmi::isQuery(one.text))
            queries.push_back(&one);
        else
            text += one.text + "\n";
    }
    if (queries.size() > 1)
        return Error{Error::Code::invalid,
                     queries[1]->name,
                     {},
                     "a second output of nvidia-smi -q -x",
                     "the outputs of one node",
                     "import them one after the other"};
    if (!queries.empty() && text.find("GPU0") == std::string::npos) {
        auto query = nvidiasmi::readQuery(queries.front()->text, queries.front()->name, options.device, into.cluster);
        if (!query)
            return query.error();
        return node::addBuilt(into, std::move(*query), queries.front()->name, options);
    }
    // Beside a matrix, the names of the devices are what it lacks.
    if (!queries.empty() && nvidiasmi::readDeviceList(text).empty()) {
        const auto products = nvidiasmi::readProducts(queries.front()->text, queries.front()->name);
        if (!products)
            return products.error();
        for (std::size_t i = 0; i < products->size(); ++i)
            text += fmt::format("GPU {}: {} (UUID: )\n", i, (*products)[i]);
    }
    const std::string file = files.empty() ? std::string() : files.front().name;
    auto read = readNvidiaSmi(text, file, options.device, options.networkCard, into.cluster);
    if (!read)
        return read.error();
    return node::addBuilt(into, std::move(*read), file, options);
}

} // namespace heteroscope
