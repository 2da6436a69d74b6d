// SPDX-License-Identifier: GPL-3.0-or-later
//
// A node out of what tools say of a machine: how each pair of devices is connected, their types, the cards' speeds.
// Bandwidths that no tool states come from the catalog for the PCIe and NVLink generation of the device type. All
// network cards of the node become one vertex "nic". Its link to a switch or host has the total bandwidth of the cards
// attached there.
#pragma once

#include "exchange/import.h"
#include "exchange/node/matrix.h"

namespace heteroscope::node {

struct Machine
{
    std::string tool;                                      ///< what does not tell, for notes
    Matrix matrix = {};                                    ///< devices first, then network cards
    std::vector<std::string> types = {};                   ///< device type of each device
    LinkTechnology direct = LinkTechnology::nvlink;        ///< of the lanes in the matrix
    bool hidesDirectLinks = false;                         ///< no lanes in the matrix does not mean that there are none
    int pcieGeneration = 0;                                ///< as stated; 0: after the device types
    int pcieLanes = 16;                                    ///< of each device
    std::optional<BytesPerSecond> networkCard = {};        ///< of every card, whatever the file says
    std::vector<std::optional<BytesPerSecond>> cards = {}; ///< as stated for each card
};

struct BuiltNode
{
    Node node;
    std::vector<std::string> notes;
};

/// Types of `own` take precedence over the catalog. Error: an unknown device type; `product` is its name in the file.
Result<const DeviceType *> typeNamed(const Cluster &own, const std::string &name, const std::string &file,
                                     const std::string &product = {});

/// Errors: an unknown device type.
Result<BuiltNode> buildNode(const Machine &machine, const std::string &file, const Cluster &own);

/// A square matrix of devices and network cards: `gpus` devices first, none connected yet (system).
Matrix unconnected(std::size_t gpus, std::size_t cards);
/// Sets both cells of a pair.
void connect(Matrix &matrix, std::size_t a, std::size_t b, Cell cell);

/// Adds the node beside those of the project, under options.name or a free one. Errors as of addNode.
Result<Imported> addBuilt(const Project &into, BuiltNode built, const std::string &file, const ImportOptions &options);
/// buildNode, then addBuilt. options.device and networkCard take precedence.
Result<Imported> addMachine(const Project &into, Machine machine, const std::string &file,
                            const ImportOptions &options);

} // namespace heteroscope::node
