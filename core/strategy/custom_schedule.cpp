// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/custom_schedule.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace heteroscope {

namespace {

struct Action
{
    int virtualStage = 0;
    Pass pass = Pass::forward;
    int microBatch = 0;
};

std::optional<Pass> passOf(char letter)
{
    switch (letter) {
    case 'F':
        return Pass::forward;
    case 'B':
        return Pass::backward;
    case 'I':
        return Pass::inputGradient;
    case 'W':
        return Pass::weightGradient;
    default:
        return {};
    }
}

/// Reads "2F5"; none when the text is something else.
std::optional<Action> readAction(std::string_view text)
{
    Action action;
    const char *const end = text.data() + text.size();
    const auto stage = std::from_chars(text.data(), end, action.virtualStage);
    if (stage.ec != std::errc() || stage.ptr == end || action.virtualStage < 0)
        return {};
    const auto pass = passOf(*stage.ptr);
    const auto microBatch = std::from_chars(stage.ptr + 1, end, action.microBatch);
    if (!pass || microBatch.ec != std::errc() || microBatch.ptr != end || action.microBatch < 0)
        return {};
    action.pass = *pass;
    return action;
}

/// "2SEND_F5", "0UNSHARD", "1REDUCE_GRAD": digits, then at least two capitals or underscores.
bool isCommunication(std::string_view text)
{
    const auto word = std::find_if_not(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    const auto isWord = [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; };
    return std::count_if(word, text.end(), isWord) >= 2 && word != text.end() && isWord(*word) &&
           std::all_of(word, text.end(), [&](char c) { return isWord(c) || (c >= '0' && c <= '9'); });
}

class RowReader
{
public:
    RowReader(const std::vector<VirtualStage> &way, int microBatches) : m_way(way), m_microBatches(microBatches) {}

    Result<WorkOrder> read(std::string_view text, std::size_t row)
    {
        m_row = static_cast<int>(row);
        m_place = "/" + std::to_string(row);
        m_order.clear();
        m_done.clear();
        m_chunks = 0;
        for (const auto &at : m_way)
            m_chunks = std::max(m_chunks, at.stage == m_row ? at.chunk + 1 : 0);
        m_done.assign(static_cast<std::size_t>(m_chunks) * static_cast<std::size_t>(m_microBatches), 0);
        std::size_t begin = 0;
        while (begin < text.size()) {
            if (const auto separators = text.find_first_not_of(" ,;()\t\r\"", begin); separators != begin) {
                begin = std::min(separators, text.size());
                continue;
            }
            const auto end = std::min(text.find_first_of(" ,;()\t\r\"", begin), text.size());
            const auto action = text.substr(begin, end - begin);
            if (action == "OVERLAP_F_B" && m_order.size() >= 2)
                m_order[m_order.size() - 2].paired = true;
            else if (auto status = add(action); !status)
                return status.error();
            begin = end;
        }
        for (std::size_t i = 0; i < m_done.size(); ++i) {
            const auto microBatch = i % static_cast<std::size_t>(m_microBatches);
            if (m_done[i] != complete)
                return wrong(m_place,
                             "micro-batch " + std::to_string(microBatch) + " of chunk " +
                                 std::to_string(i / static_cast<std::size_t>(m_microBatches)) + " incomplete",
                             "F, then B or both I and W, of every micro-batch");
        }
        return m_order;
    }

private:
    static constexpr unsigned forwardDone = 1, inputDone = 2, weightDone = 4, complete = 7;

    static Error wrong(std::string path, std::string found, std::string expected,
                       std::string hint = "correct the action; each pass of a micro-batch stands there once")
    {
        return {Error::Code::invalid, {}, std::move(path), std::move(found), std::move(expected), std::move(hint)};
    }

    Status add(std::string_view text)
    {
        const auto quoted = "\"" + std::string(text.substr(0, 40)) + "\"";
        const auto place = m_place + "/" + std::to_string(m_order.size());
        const auto action = readAction(text);
        if (!action) {
            if (isCommunication(text))
                return {};
            return wrong(place, quoted, "an action like 2F5 (virtual stage, F B I or W, micro-batch)");
        }
        if (action->virtualStage >= static_cast<int>(m_way.size()) ||
            m_way[static_cast<std::size_t>(action->virtualStage)].stage != m_row)
            return wrong(place, quoted, "a virtual stage of stage " + std::to_string(m_row),
                         "the chunks of the plan say which virtual stage lies where");
        if (action->microBatch >= m_microBatches)
            return wrong(place, quoted, "a micro-batch from 0 to " + std::to_string(m_microBatches - 1));
        const int chunk = m_way[static_cast<std::size_t>(action->virtualStage)].chunk;
        auto &done = m_done[static_cast<std::size_t>(chunk) * static_cast<std::size_t>(m_microBatches) +
                            static_cast<std::size_t>(action->microBatch)];
        unsigned needs = 0, brings = 0;
        switch (action->pass) {
        case Pass::forward:
            brings = forwardDone;
            break;
        case Pass::backward:
            needs = forwardDone;
            brings = inputDone | weightDone;
            break;
        case Pass::inputGradient:
            needs = forwardDone;
            brings = inputDone;
            break;
        case Pass::weightGradient:
            needs = forwardDone | inputDone;
            brings = weightDone;
            break;
        }
        if ((done & needs) != needs || (done & brings) != 0)
            return wrong(place, quoted, "each pass once: F, then B or I and W, of a micro-batch");
        done |= brings;
        m_order.push_back({action->pass, static_cast<std::int16_t>(chunk), action->microBatch});
        return {};
    }

    const std::vector<VirtualStage> &m_way;
    int m_microBatches;
    int m_row = 0;
    int m_chunks = 0;
    std::string m_place;
    WorkOrder m_order;
    std::vector<unsigned> m_done;
};

} // namespace

std::vector<std::string> scheduleRows(std::string_view csv)
{
    std::vector<std::string> rows;
    while (!csv.empty()) {
        const auto end = std::min(csv.find('\n'), csv.size());
        std::string row(csv.substr(0, end));
        csv.remove_prefix(std::min(end + 1, csv.size()));
        std::replace(row.begin(), row.end(), ',', ' ');
        while (!row.empty() && (row.back() == ' ' || row.back() == '\r'))
            row.pop_back();
        if (!row.empty())
            rows.push_back(std::move(row));
    }
    return rows;
}

Result<std::vector<WorkOrder>> customOrders(const std::vector<std::string> &actions,
                                            const std::vector<VirtualStage> &way, int microBatches)
{
    int stages = 0;
    for (const auto &at : way)
        stages = std::max(stages, at.stage + 1);
    if (static_cast<std::size_t>(stages) != actions.size())
        return Error{Error::Code::invalid,
                     {},
                     {},
                     std::to_string(actions.size()) + " rows of actions",
                     std::to_string(stages) + ", one for each stage",
                     "write one row of actions for each stage"};
    std::vector<WorkOrder> orders;
    RowReader reader(way, microBatches);
    for (std::size_t row = 0; row < actions.size(); ++row) {
        auto order = reader.read(actions[row], row);
        if (!order)
            return order.error();
        orders.push_back(std::move(*order));
    }
    return orders;
}

} // namespace heteroscope
