// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options of a Megatron-LM argument line, or of a launch script that contains one: --key value, --key=value,
// --flag. A script is read as a shell would (shell.h); a value that it leaves open is asked for by its name.
#pragma once

#include "exchange/import.h"

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
    /// A script with the files that set its variables; `file` is named by errors.
    CommandLine(const std::vector<ImportFile> &files, std::string file);
    CommandLine() = default;

    bool empty() const { return m_options.empty(); }
    bool has(const std::string &key) const { return m_options.contains(normal(key)); }
    /// The first value of the option; empty if it is absent.
    std::string text(const std::string &key) const;
    /// All values of an option; empty if it is absent.
    std::vector<std::string> texts(const std::string &key) const;
    /// An integer from minimum to maximum; `otherwise` if the option is absent. error() keeps the first mistake.
    int number(const std::string &key, int minimum, int maximum, int otherwise);
    /// The same for a required option.
    int number(const std::string &key, int minimum, int maximum);

    /// All values of the option, without blanks between them.
    std::string joined(const std::string &key) const;
    /// The name of the Python program that the script starts; empty if there is none.
    const std::string &program() const { return m_program; }
    void set(const std::string &key, std::string value);
    /// The value of a variable of the script; empty if it is unknown.
    std::string variable(std::string_view name) const;
    const std::vector<std::string> &notes() const { return m_notes; } ///< what was assumed about the script

    void fail(const std::string &key, std::string found, std::string expected,
              std::string hint = "correct the value of this option");
    const std::optional<Error> &error() const { return m_error; }

private:
    /// The form in which keys are compared: "--nproc_per_node" and "nproc-per-node" are equal.
    static std::string normal(std::string key);

    std::string m_file;
    std::map<std::string, std::vector<std::string>> m_options; // values by normal key
    std::map<std::string, std::string, std::less<>> m_variables;
    std::vector<std::string> m_notes;
    std::string m_program;
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
