// SPDX-License-Identifier: GPL-3.0-or-later
//
// What Linux tells of a machine's accelerators and network cards in /sys: the PCI devices with their classes and ids,
// their places in the PCIe tree and their NUMA nodes, the rates of InfiniBand ports and Ethernet interfaces. It says
// nothing of NVLink and of Infinity Fabric. Sources: Documentation/ABI/testing/sysfs-bus-pci, sysfs-class-infiniband
// and sysfs-class-net of the kernel.
#pragma once

#include "exchange/import.h"

#include <string>
#include <vector>

namespace heteroscope::sysfs {

struct PciFunction
{
    std::string address;              ///< "0000:3b:00.0"
    std::string vendor;               ///< "10de"
    std::string device;               ///< "20b2"
    std::string classCode;            ///< "030200"
    int numaNode = -1;                ///< -1: not known
    std::vector<std::string> bridges; ///< from the host bridge ("pci0000:3a") inward, without the function itself
};

struct NetworkCard
{
    PciFunction pci;
    BytesPerSecond rate; ///< of all its ports together
};

struct Machine
{
    std::vector<PciFunction> accelerators; ///< by address
    std::vector<NetworkCard> cards;        ///< those for the traffic between nodes: from 10 Gbit/s on; by address
    std::size_t functions = 0;             ///< number of PCI functions of any kind
};

/// An accelerator is a 3D controller, an accelerator or a display controller without a screen (classes 0302, 12 and
/// 0380), or a display of a device that node::pciDevice knows. `root` is /sys, or a copy of it. Files that are missing
/// or not as the kernel writes them count as not there.
Machine readMachine(const std::string &root);

/// One node out of the machine. Uses options.name, device and networkCard. Errors: no accelerator; one whose ids the
/// catalog does not have, unless options.device says what it is.
Result<Imported> importMachine(const Project &into, const Machine &machine, const std::string &root,
                               const ImportOptions &options);

/// The rate of the cards if all have the same; nothing if there is none, or they differ.
std::optional<BytesPerSecond> commonRate(const Machine &machine);

} // namespace heteroscope::sysfs
