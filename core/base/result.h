// SPDX-License-Identifier: GPL-3.0-or-later
//
// Errors as values. Core never throws across a public function and never words a sentence for the user beyond the
// fields below; the window and the command line put them together.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace heteroscope {

/// What is wrong with an input: where it stands, what was found there, what was expected and how to mend it.
/// Fields that do not apply are empty.
struct Error
{
    enum class Code { unreadable, syntax, schema, version, reference, invalid, infeasible, cancelled, internal };

    Code code = Code::invalid;
    std::string file;     ///< file name as the user gave it
    std::string path;     ///< place in it: a JSON path like /cluster/nodes/2/devices, or line:column
    std::string found;
    std::string expected;
    std::string hint;

    friend bool operator==(const Error &, const Error &) = default;
};

/// One line: "file: path: found ..., expected ... (hint)".
std::string toString(const Error &error);

/// A value or the reason why there is none.
template<class T>
class [[nodiscard]] Result
{
public:
    Result(T value) : m_content(std::move(value)) {}          // NOLINT: implicit by design, `return value;`
    Result(Error error) : m_content(std::move(error)) {}      // NOLINT: implicit by design, `return error;`

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

    const Error &error() const { return std::get<1>(m_content); }

private:
    std::variant<T, Error> m_content;
};

/// Success or an error.
class [[nodiscard]] Status
{
public:
    Status() = default;
    Status(Error error) : m_error(std::move(error)) {}        // NOLINT: implicit by design
    explicit operator bool() const { return !m_error; }
    const Error &error() const { return *m_error; }

private:
    std::optional<Error> m_error;
};

/// Errors and warnings of a check that goes on after the first one.
struct Findings
{
    /// A check of a hopeless input stops collecting here.
    static constexpr std::size_t most = 1000;

    std::vector<Error> errors;
    std::vector<Error> warnings;

    bool ok() const { return errors.empty(); }
    bool full() const { return errors.size() >= most; }
    /// Notes an error, unless there are `most` of them already.
    void addError(Error error);
    void append(Findings other);
};

} // namespace heteroscope
