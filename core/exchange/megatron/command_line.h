// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options of a Megatron-LM argument line, or of a launch script that contains one: --key value, --key=value,
// --flag. Quotes, array brackets, line continuations and comments are skipped. $NAME is replaced by the value of an
// earlier line NAME=value.
#pragma once

#include "base/result.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope::megatron {

class CommandLine
{
public:
    CommandLine(std::string_view text, std::string file);

    bool empty() const { return m_options.empty(); }
    bool has(const std::string &key) const { return m_options.contains(normal(key)); }
    /// The first value of the option; empty if it is absent.
    std::string text(const std::string &key) const;
    /// An integer from minimum to maximum; `otherwise` if the option is absent. error() keeps the first mistake.
    int number(const std::string &key, int minimum, int maximum, int otherwise);
    /// The same for a required option.
    int number(const std::string &key, int minimum, int maximum);

    void fail(const std::string &key, std::string found, std::string expected,
              std::string hint = "correct the value of this option");
    const std::optional<Error> &error() const { return m_error; }

private:
    /// The form in which keys are compared: "--nproc_per_node" and "nproc-per-node" are equal.
    static std::string normal(std::string key);

    std::string m_file;
    std::map<std::string, std::vector<std::string>> m_options; // values by normal key
    std::optional<Error> m_error;
};

/// One stage of --pipeline-model-parallel-layout.
struct LayoutStage
{
    bool embedding = false;
    int blocks = 0;
    int predictors = 0; ///< multi-token prediction layers
    bool loss = false;
};
/// Parses --pipeline-model-parallel-layout, such as "Et*3|(tt|)*29,m|L": E embedding, t block, m multi-token
/// prediction, L loss, | next stage, *n repeats the preceding item. Returns the stages in the order of the pipeline
/// (chunk by chunk). The error's path is the option.
Result<std::vector<LayoutStage>> readLayout(std::string_view text, const std::string &file);

} // namespace heteroscope::megatron
