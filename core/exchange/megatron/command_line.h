// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options in a Megatron-LM argument line or in a launch script that holds one: --key value, --key=value, --flag.
// Quotes, array brackets, line continuations and comments are passed over; $NAME stands for what an earlier line
// NAME=value says.
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
    /// The first value of the option; empty when there is none.
    std::string text(const std::string &key) const;
    /// A whole number from minimum to maximum, or otherwise when the option is not there. The first mistake is kept.
    int number(const std::string &key, int minimum, int maximum, int otherwise);
    /// The same for an option that must be there.
    int number(const std::string &key, int minimum, int maximum);

    void fail(const std::string &key, std::string found, std::string expected, std::string hint = {});
    const std::optional<Error> &error() const { return m_error; }

private:
    /// "--nproc_per_node" and "nproc-per-node" are one.
    static std::string normal(std::string key);

    std::string m_file;
    std::map<std::string, std::vector<std::string>> m_options; // values by normal key
    std::optional<Error> m_error;
};

/// The stages of --pipeline-model-parallel-layout: what each holds, in the order of the pipeline (chunk by chunk).
struct LayoutStage
{
    bool embedding = false;
    int blocks = 0;
    int predictors = 0; ///< multi-token prediction layers
    bool loss = false;
};
/// "Et*3|(tt|)*29,m|L": E embedding, t block, m multi-token prediction, L loss, | next stage, *n repeats what is before
/// it. Error: path is the option.
Result<std::vector<LayoutStage>> readLayout(std::string_view text, const std::string &file);

} // namespace heteroscope::megatron
