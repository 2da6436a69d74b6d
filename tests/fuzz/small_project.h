// SPDX-License-Identifier: GPL-3.0-or-later
//
// A project of two devices and a small model, of which the certificates of corpus/certificate are.
#pragma once

#include <string_view>

namespace heteroscope::fuzz {

inline constexpr std::string_view smallProject = R"({
 "formatVersion": 1,
 "title": "two devices",
 "cluster": {
  "nodes": [
   {
    "name": "n",
    "devices": [
     {
      "type": "A100-80GB SXM",
      "count": 2
     }
    ],
    "vertices": [
     {
      "id": "s",
      "kind": "nvswitch"
     }
    ],
    "fabric": [
     {
      "from": "gpu*",
      "to": "s",
      "technology": "NVLink",
      "bandwidth": 300000000000.0,
      "latency": 1e-06
     }
    ]
   }
  ]
 },
 "workload": {
  "model": {
   "name": "m",
   "layers": 2,
   "hidden": 128,
   "heads": 2,
   "ffn": 512,
   "vocab": 1000
  },
  "job": {
   "sequenceLength": 128,
   "globalBatch": 4,
   "precision": "bf16",
   "softwareStack": "Megatron-LM"
  }
 }
})";

} // namespace heteroscope::fuzz
