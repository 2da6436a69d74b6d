// SPDX-License-Identifier: GPL-3.0-or-later
//
// Model, job and plan of Megatron-LM's options, wherever they come from: an argument line, a script, or the settings of
// tools that hand them on (NeMo, Primus, functional tests of Megatron-LM).
#pragma once

#include "exchange/megatron/command_line.h"

namespace heteroscope::megatron {

struct OptionsSource
{
    std::string file;                    ///< for messages
    std::string tool = "Megatron-LM";    ///< the plan's name, unless the options of the import name it
    std::vector<std::string> ranks = {}; ///< devices listed in the file; empty: in the order of the cluster
    std::vector<std::string> sizes = {}; ///< names that may say the number of parameters
    std::string device = {};             ///< a part of the type's name, for a project without devices
    bool modelIsBroughtAlong = false;    ///< `into` has the model that the file means; the options need not name it
};

/// A project without devices gets as many as the options ask for; if they do not say, the fewest that hold all degrees,
/// divide the batch and fill nodes of eight, and a note says so. Errors: an option without a value, models with other
/// than plain decoder blocks, and those of importMegatron.
Result<Imported> importOptions(const Project &into, CommandLine line, const OptionsSource &source,
                               const ImportOptions &options);

} // namespace heteroscope::megatron
