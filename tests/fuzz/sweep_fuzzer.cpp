// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whatever the bytes: as a sweep file they give cases that can be counted, the same each time, or errors that say what
// was expected; as a line of a shard's file a row whose place is inside its sweep, or an error; as a shard's name too.
#include "fuzz_require.h"
#include "sweep/run_shard.h"
#include "sweep/sweep_row.h"
#include "targets.h"

using namespace heteroscope;

namespace {

/// No file can be found in it, so that what a sweep names is not read.
constexpr const char *noFolder = "/dev/null/none";

void checkSpec(const Json &json)
{
    const auto read = readSweepSpec(json, noFolder);
    fuzz::require(read.spec.has_value() == read.findings.ok(), "cases or errors");
    for (const Error &error : read.findings.errors)
        fuzz::requireHelpful(error);
    if (!read.spec)
        return;
    const SweepSpec &spec = *read.spec;
    fuzz::require(!spec.cases.empty() && spec.rows() <= maxSweepRows, "a number of rows that was promised");
    fuzz::require(spec.rows() == spec.cases.size() * spec.rowsOfCase(), "rows are those of the cases");
    for (const SweepCase &one : spec.cases)
        fuzz::require(one.cluster < spec.clusters.size(), "a case has a cluster");
    const auto again = readSweepSpec(json, noFolder);
    fuzz::require(again.spec && again.spec->id == spec.id && spec.id.size() == 16, "a sweep has one name");
}

} // namespace

void fuzz::fuzzSweep(std::string_view bytes)
{
    if (const auto json = parseJson(bytes))
        checkSpec(*json);
    if (const auto row = parseRow(bytes)) {
        const RowPlace place = placeOf(*row);
        fuzz::require(place.row < place.rows, "a row is inside its sweep");
    } else {
        fuzz::require(!row.error().expected.empty(), "a line that is no row is refused with what was expected");
    }
    if (const auto shard = parseShard(bytes))
        fuzz::require(shard->index >= 1 && shard->index <= shard->count && shard->count <= maxShards, "a shard exists");
}
