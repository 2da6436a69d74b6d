// SPDX-License-Identifier: GPL-3.0-or-later
//
// Errors as values. No exception leaves a public function of core. Core fills in the fields of an Error; the window and
// the command line make a sentence of them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace heteroscope {

/// A mistake in an input: its location, the value found, the value expected, and a hint how to fix it.
/// Fields that do not apply are empty.
struct Error
{
    enum class Code { unreadable, syntax, schema, version, reference, invalid, infeasible, cancelled, internal };

    Code code = Code::invalid;
    std::string file; ///< file name as the user gave it
    std::string path; ///< location in the file: a JSON path like /cluster/nodes/2/devices, or line:column
    std::string found;
    std::string expected;
    std::string hint;

    friend bool operator==(const Error &, const Error &) = default;
};

/// One line: "file: path: found ..., expected ... (hint)".
std::string toString(const Error &error);

/// A value, or the reason that prevented it: an Error, or in parts of core that know no names a struct of their own.
/// value() requires hasValue(), error() requires its opposite.
template<class T, class Reason = Error>
class [[nodiscard]] Result
{
public:
    Result(T value) : m_content(std::move(value)) {}      // NOLINT: implicit by design, `return value;`
    Result(Reason error) : m_content(std::move(error)) {} // NOLINT: implicit by design, `return error;`

    explicit operator bool() const { return m_content.index() == 0; }
    bool hasValue() const { return m_content.index() == 0; }

    const T &value() const & { return std::get<0>(m_content); }
    T &value() & { return std::get<0>(m_content); }
    T &&value() && { return std::get<0>(std::move(m_content)); }
    const T &operator*() const & { return value(); }
    T &operator*() & { return value(); }
    T &&operator*() && { return std::move(*this).value(); }
    const T *operator->() const { return &value(); }
    T *operator->() { return &value(); }

    const Reason &error() const { return std::get<1>(m_content); }

private:
    std::variant<T, Reason> m_content;
};

/// Success or an error.
class [[nodiscard]] Status
{
public:
    Status() = default;
    Status(Error error) : m_error(std::move(error)) {} // NOLINT: implicit by design
    explicit operator bool() const { return !m_error; }
    const Error &error() const { return *m_error; }

private:
    std::optional<Error> m_error;
};

/// Errors and warnings of a check that continues after the first error, so that the user sees all of them at once.
struct Findings
{
    /// Max number of errors collected, so that a file with an error in every line does not fill the memory.
    static constexpr std::size_t most = 1000;

    std::vector<Error> errors;
    std::vector<Error> warnings;

    bool ok() const { return errors.empty(); }
    bool full() const { return errors.size() >= most; }
    /// Adds an error, unless `most` errors are collected already.
    void addError(Error error);
    void append(Findings other);
};

} // namespace heteroscope
