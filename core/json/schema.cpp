// SPDX-License-Identifier: GPL-3.0-or-later
#include "json/schema.h"

#include "base/embedded_files.h"

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace heteroscope {

namespace {

/// valijson gives a context like "<root>", "[cluster]", "[nodes]", "[2]"; we write /cluster/nodes/2.
std::string jsonPath(const std::vector<std::string> &context)
{
    std::string path;
    for (const auto &part : context) {
        if (part.size() >= 2 && part.front() == '[' && part.back() == ']')
            path += "/" + part.substr(1, part.size() - 2);
    }
    return path.empty() ? "/" : path;
}

} // namespace

Findings checkAgainstSchema(const Json &json, std::string_view schemaName)
{
    Findings findings;
    const std::string schemaFile = "schema/" + std::string(schemaName);
    const auto text = embeddedFile(schemaFile);
    try {
        // valijson knows nlohmann::json; ours keeps key order, which does not matter for a check.
        const auto schemaJson = nlohmann::json::parse(text);
        const auto target = nlohmann::json(json);
        valijson::Schema schema;
        valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
        parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(schemaJson), schema);
        valijson::ValidationResults results;
        valijson::Validator validator;
        if (validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(target), &results))
            return findings;
        valijson::ValidationResults::Error failure;
        while (results.popError(failure)) {
            // A failing child also fails each of its parents; the parents only repeat it.
            if (failure.description.starts_with("Failed to validate against schema")
                || failure.description.starts_with("Failed to validate item"))
                continue;
            findings.errors.push_back({Error::Code::schema, {}, jsonPath(failure.context), failure.description,
                                       "what " + schemaFile + " says", {}});
        }
        if (findings.errors.empty())
            findings.errors.push_back({Error::Code::schema, {}, "/", "a violation", "what " + schemaFile + " says", {}});
    } catch (const std::exception &failure) {
        findings.errors.push_back({Error::Code::internal, schemaFile, {}, failure.what(), "a usable schema", {}});
    }
    return findings;
}

} // namespace heteroscope
