// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/format_words.h"

#include <QCoreApplication>

#include <array>

namespace heteroscope {
namespace {

struct FormatTitle
{
    std::string_view format;
    const char *title;
};

constexpr std::array titles = {
    FormatTitle{"huggingface", QT_TRANSLATE_NOOP("Formats", "Hugging Face model (config.json)")},
    FormatTitle{"nvidia-smi", QT_TRANSLATE_NOOP("Formats", "Node of nvidia-smi (topo -m, -q -x)")},
    FormatTitle{"megatron", QT_TRANSLATE_NOOP("Formats", "Megatron-LM arguments")},
    FormatTitle{"torchtitan", QT_TRANSLATE_NOOP("Formats", "torchtitan configuration (TOML)")},
    FormatTitle{"nanotron", QT_TRANSLATE_NOOP("Formats", "nanotron configuration (YAML)")},
    FormatTitle{"flagscale", QT_TRANSLATE_NOOP("Formats", "FlagScale configuration (YAML)")},
    FormatTitle{"deepspeed", QT_TRANSLATE_NOOP("Formats", "DeepSpeed configuration (JSON)")},
    FormatTitle{"rocm-smi", QT_TRANSLATE_NOOP("Formats", "Node of rocm-smi --showtopo")},
    FormatTitle{"nccl-topology", QT_TRANSLATE_NOOP("Formats", "Topology of NCCL or RCCL (XML)")},
    FormatTitle{"slurm", QT_TRANSLATE_NOOP("Formats", "Cluster of Slurm")},
    FormatTitle{"topograph", QT_TRANSLATE_NOOP("Formats", "Cluster model of Topograph")},
    FormatTitle{"ibnetdiscover", QT_TRANSLATE_NOOP("Formats", "Network of ibnetdiscover")},
    FormatTitle{"simai-topology", QT_TRANSLATE_NOOP("Formats", "Topology of SimAI")},
    FormatTitle{"simai-workload", QT_TRANSLATE_NOOP("Formats", "Workload of SimAI")},
    FormatTitle{"astra-sim", QT_TRANSLATE_NOOP("Formats", "Network of ASTRA-sim (YAML, JSON)")},
    FormatTitle{"metis", QT_TRANSLATE_NOOP("Formats", "Cluster of Metis (clusterfile.json)")},
    FormatTitle{"sailor", QT_TRANSLATE_NOOP("Formats", "Availability, cluster and training of Sailor (CSV, JSON)")},
    FormatTitle{"zorse", QT_TRANSLATE_NOOP("Formats", "Cluster of Zorse (cluster_info.json)")},
    FormatTitle{"hwloc", QT_TRANSLATE_NOOP("Formats", "Node of hwloc (XML)")},
    FormatTitle{"megatron-yaml", QT_TRANSLATE_NOOP("Formats", "Megatron-LM options (YAML)")},
    FormatTitle{"nemo", QT_TRANSLATE_NOOP("Formats", "NeMo or Megatron-Bridge training (YAML)")},
    FormatTitle{"primus", QT_TRANSLATE_NOOP("Formats", "Primus experiment (YAML)")},
    FormatTitle{"calculon", QT_TRANSLATE_NOOP("Formats", "Calculon system, application or execution (JSON)")},
    FormatTitle{"simumax", QT_TRANSLATE_NOOP("Formats", "SimuMax system, model or strategy (JSON)")},
    FormatTitle{"vtrain", QT_TRANSLATE_NOOP("Formats", "vTrain configuration (JSON)")},
    FormatTitle{"bandwidth-csv", QT_TRANSLATE_NOOP("Formats", "Bandwidth of the selected links over time (CSV)")},
    FormatTitle{"availability-csv", QT_TRANSLATE_NOOP("Formats", "Availability of nodes and devices over time (CSV)")},
    FormatTitle{"nccl-tests", QT_TRANSLATE_NOOP("Formats", "Log of nccl-tests")},
    FormatTitle{"kineto", QT_TRANSLATE_NOOP("Formats", "Trace of the PyTorch profiler (JSON, gzip)")},
    FormatTitle{"chakra", QT_TRANSLATE_NOOP("Formats", "Chakra execution trace (.et, JSON)")},
    FormatTitle{"megatron-log", QT_TRANSLATE_NOOP("Formats", "Log of Megatron-LM with timers")},
    FormatTitle{"primus-trace", QT_TRANSLATE_NOOP("Formats", "Pipeline trace of Primus (JSON)")},
};

} // namespace

QString titleOfFormat(std::string_view format)
{
    for (const FormatTitle &one : titles)
        if (one.format == format)
            return QCoreApplication::translate("Formats", one.title);
    return QString::fromUtf8(format.data(), static_cast<qsizetype>(format.size()));
}

} // namespace heteroscope
