// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/import.h"

#include "exchange/astra_sim/files.h"
#include "exchange/availability_csv/availability.h"
#include "exchange/bandwidth_csv/curve.h"
#include "exchange/calculon/files.h"
#include "exchange/chakra/trace.h"
#include "exchange/deepspeed/config.h"
#include "exchange/flagscale/config.h"
#include "exchange/huggingface/config.h"
#include "exchange/hwloc/machine.h"
#include "exchange/ibnetdiscover/fabric.h"
#include "exchange/kineto/trace.h"
#include "exchange/megatron/arguments.h"
#include "exchange/megatron_log/log.h"
#include "exchange/megatron_yaml/config.h"
#include "exchange/metis/cluster.h"
#include "exchange/nanotron/config.h"
#include "exchange/nccl_tests/log.h"
#include "exchange/nccl_topology/topology.h"
#include "exchange/nemo/config.h"
#include "exchange/nvidia_smi/topology.h"
#include "exchange/primus/config.h"
#include "exchange/primus/trace.h"
#include "exchange/rocm_smi/topology.h"
#include "exchange/sailor/files.h"
#include "exchange/simai/topology.h"
#include "exchange/simai/workload.h"
#include "exchange/simumax/files.h"
#include "exchange/slurm/topology.h"
#include "exchange/topograph/model.h"
#include "exchange/torchtitan/config.h"
#include "exchange/vtrain/config.h"
#include "exchange/zorse/cluster_info.h"
#include "workload/model.h"

#include <algorithm>

namespace heteroscope {

const std::vector<ImportFormat> &importFormats()
{
    static const std::vector<ImportFormat> formats = {
        {"huggingface", "config.json of a Hugging Face model: becomes the model", importHuggingFace},
        {"nvidia-smi",
         "output of nvidia-smi topo -m, with that of nvidia-smi -L or with --device, or XML of nvidia-smi -q -x: "
         "becomes a node",
         importNvidiaSmi},
        {"rocm-smi", "output of rocm-smi --showtopo, with that of rocm-smi or with --device: becomes a node",
         importRocmSmi},
        {"nccl-topology", "topology file (XML) of NCCL or RCCL: becomes a node", importNcclTopology},
        {"slurm", "Slurm's topology.conf, output of scontrol show node, or both: become nodes, switches and links",
         importSlurm},
        {"topograph", "cluster model of Topograph: becomes nodes, switches and links", importTopograph},
        {"ibnetdiscover", "output of ibnetdiscover: becomes nodes, switches and links", importIbnetdiscover},
        {"simai-topology", "topology of SimAI: becomes nodes, switches and links", importSimaiTopology},
        {"simai-workload", "workload of SimAI: becomes a plan of the project's model", importSimaiWorkload},
        {"astra-sim",
         "network of ASTRA-sim (analytical, with the system's file or without, or ns-3): becomes nodes, switches and "
         "links",
         importAstraSim},
        {"metis", "clusterfile.json of Metis, with its hostfile: become nodes, a switch and links", importMetis},
        {"sailor", "availability trace, cluster and training configuration of Sailor: become nodes, links and model",
         importSailor},
        {"zorse", "cluster_info.json of Zorse: becomes nodes and links", importZorse},
        {"hwloc", "XML of hwloc's lstopo: becomes a node", importHwloc},
        {"megatron", "Megatron-LM arguments or launch script: become model, job and a plan", importMegatron},
        {"megatron-yaml", "options of Megatron-LM in YAML: become model, job and a plan", importMegatronYaml},
        {"nemo", "YAML of a training of NeMo or Megatron-Bridge: becomes model, job and plan", importNemo},
        {"primus", "YAML of an experiment of Primus, with the model's file: becomes model, job and plan", importPrimus},
        {"calculon", "system, application and execution of Calculon: become cluster, model, job and plan",
         importCalculon},
        {"simumax", "system, model and strategy of SimuMax: become cluster, model, job and plan", importSimumax},
        {"vtrain", "configuration of vTrain: becomes cluster, model, job and plan", importVtrain},
        {"torchtitan", "TOML configuration of torchtitan: becomes job and plan, and the model by its flavor",
         importTorchtitan},
        {"nanotron", "YAML configuration of nanotron: becomes model, job and plan", importNanotron},
        {"flagscale", "YAML of FlagScale, for a training or an experiment that names one: becomes model, job and plan",
         importFlagscale},
        {"deepspeed", "JSON configuration of DeepSpeed: becomes job and plan of the project's model", importDeepspeed},
        {"bandwidth-csv", "bandwidth of links over time: becomes their rate curves", importBandwidthCsv},
        {"availability-csv",
         "nodes and devices that are there over time, as of spot machines: becomes their speed curves",
         importAvailabilityCsv},
        {"nccl-tests", "log of nccl-tests: sets the bandwidth of links or of a node's fabric", importNcclTests},
        {"kineto", "traces of the PyTorch profiler, one a rank, also .gz: measured steps", importKineto},
        {"chakra", "Chakra execution traces, .et or JSON, one a rank: measured steps", importChakra},
        {"megatron-log", "log of a training with Megatron-LM, with its timers: measured steps", importMegatronLog},
        {"primus-trace", "pipeline trace of Primus, config.json and pp_rank_N.json: measured steps", importPrimusTrace},
    };
    return formats;
}

const ImportFormat *findImportFormat(std::string_view name)
{
    const auto &formats = importFormats();
    // Further names of the same formats.
    if (name == "slurm-topology")
        name = "slurm";
    else if (name == "nemo-yaml")
        name = "nemo";
    const auto it =
        std::find_if(formats.begin(), formats.end(), [name](const ImportFormat &one) { return one.name == name; });
    return it == formats.end() ? nullptr : &*it;
}

Project emptyProject()
{
    Project project;
    if (const Model *model = findModel("Llama 2 7B"))
        project.workload.model = *model;
    project.workload.job.sequenceLength = std::max(1, project.workload.model.maxSequence);
    return project;
}

} // namespace heteroscope
