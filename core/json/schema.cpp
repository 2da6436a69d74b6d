// SPDX-License-Identifier: GPL-3.0-or-later
#include "json/schema.h"

#include "base/embedded_files.h"
#include "json/object_reader.h"

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include <charconv>
#include <optional>
#include <set>

namespace heteroscope {

namespace {

struct Place
{
    std::string path; // "/cluster/nodes/2"; empty for the whole
    const nlohmann::json *value = nullptr;
};

/// valijson gives a context like "<root>", "[cluster]", "[nodes]", "[2]".
Place placeOf(const std::vector<std::string> &context, const nlohmann::json &root)
{
    Place place{{}, &root};
    for (const auto &part : context) {
        if (part.size() < 2 || part.front() != '[' || part.back() != ']')
            continue;
        const auto name = part.substr(1, part.size() - 2);
        place.path += "/" + shortened(name, 60);
        if (!place.value)
            continue;
        if (place.value->is_array()) {
            const auto index = std::strtoull(name.c_str(), nullptr, 10);
            place.value = index < place.value->size() ? &(*place.value)[index] : nullptr;
        } else {
            const auto member = place.value->find(name);
            place.value = member == place.value->end() ? nullptr : &*member;
        }
    }
    return place;
}

/// The text between the last two quotation marks of valijson's message: the name of a property.
std::string quotedName(const std::string &description)
{
    const auto first =
        description.find('\'', description.rfind(": '") == std::string::npos ? 0 : description.rfind(": '"));
    const auto last = description.rfind('\'');
    return first < last ? description.substr(first + 1, last - first - 1) : std::string();
}

/// Our words for a violation.
Error violation(const valijson::ValidationResults::Error &failure, const nlohmann::json &root)
{
    const auto place = placeOf(failure.context, root);
    const auto &description = failure.description;
    Error error{Error::Code::schema,
                {},
                place.path.empty() ? "/" : place.path,
                {},
                {},
                "correct the value as the schema of this kind of file says"};
    if (description.starts_with("Missing required property")) {
        const auto name = quotedName(description);
        error.path = place.path + "/" + name;
        error.found = "nothing";
        error.expected = "the key " + quoteText(name);
        error.hint = "add it";
    } else if (description.starts_with("Object contains a property")) {
        const auto name = quotedName(description);
        error.path = place.path + "/" + shortened(name, 60);
        error.found = "the unknown key " + quoteText(name);
        error.expected = "a key this format knows";
        error.hint = "begin keys of your own with x-";
    } else {
        error.found = place.value ? describe(Json(*place.value)) : std::string("a violation");
        error.expected = shortened(description, 200);
    }
    return error;
}

} // namespace

Findings checkAgainstSchema(const Json &json, std::string_view schemaName)
{
    Findings findings;
    const std::string schemaFile = "schema/" + std::string(schemaName);
    try {
        // valijson knows nlohmann::json; ours keeps key order, which does not matter for a check.
        const auto schemaJson = nlohmann::json::parse(embeddedFile(schemaFile));
        const auto target = nlohmann::json(json);
        valijson::Schema schema;
        valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
        parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(schemaJson), schema);
        valijson::ValidationResults results;
        valijson::Validator validator;
        if (validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(target), &results))
            return findings;
        valijson::ValidationResults::Error failure;
        while (results.popError(failure) && !findings.full()) {
            // A failing child also fails each of its parents; the parents only repeat it.
            if (failure.description.starts_with("Failed to validate against") ||
                failure.description.starts_with("Failed to validate item"))
                continue;
            findings.addError(violation(failure, target));
        }
        if (findings.errors.empty())
            findings.addError({Error::Code::schema,
                               {},
                               "/",
                               "a violation",
                               "what " + schemaFile + " says",
                               "correct the file as the schema says"});
    } catch (const std::exception &failure) {
        findings.addError({Error::Code::internal,
                           schemaFile,
                           {},
                           failure.what(),
                           "a usable schema",
                           "this is a fault of the program; please report it"});
    }
    return findings;
}

namespace {

/// "#/definitions/a%20b" as a JSON pointer, "/definitions/a b"; nullopt if the reference leaves the document.
std::optional<nlohmann::json::json_pointer> localPointer(const std::string &reference)
{
    if (!reference.empty() && reference.front() != '#')
        return {};
    std::string text;
    for (std::size_t i = 1; i < reference.size(); ++i) {
        unsigned char code = 0;
        const char *const begin = reference.data() + i + 1;
        if (reference[i] == '%' && i + 2 < reference.size() &&
            std::from_chars(begin, begin + 2, code, 16).ptr == begin + 2) {
            text += static_cast<char>(code);
            i += 2;
        } else {
            text += reference[i];
        }
    }
    return nlohmann::json::json_pointer(text);
}

/// The schema that a reference leads to; null where this is none, or one that leads out of the document.
const nlohmann::json *targetOf(const nlohmann::json &schema, const nlohmann::json &root)
{
    const auto reference = schema.is_object() ? schema.find("$ref") : schema.end();
    if (reference == schema.end() || !reference->is_string())
        return nullptr;
    const auto pointer = localPointer(reference->get_ref<const std::string &>());
    return pointer && root.contains(*pointer) ? &root.at(*pointer) : nullptr;
}

constexpr std::size_t maxReferences = 100; // in a row; valijson follows them by recursion

/// What is wrong with the references that begin here; empty if nothing is. One that leads into a circle in which it
/// does not lie itself is not blamed: those of the circle are.
std::string faultOfReference(const nlohmann::json &schema, const nlohmann::json &root)
{
    std::set<const nlohmann::json *> met{&schema};
    for (const auto *next = targetOf(schema, root); next; next = targetOf(*next, root)) {
        if (next == &schema)
            return "which leads back to itself";
        if (!met.insert(next).second)
            return {};
        if (met.size() > maxReferences + 1)
            return "which begins a row of more than " + std::to_string(maxReferences) + " references";
    }
    return {};
}

std::string pathOf(const std::vector<std::string> &keys)
{
    std::string path;
    for (const auto &key : keys)
        path += "/" + shortened(key, 60);
    return path;
}

/// Every reference that valijson would follow until the stack is full.
void findCircles(const nlohmann::json &value, std::vector<std::string> &keys, const nlohmann::json &root,
                 Findings &findings)
{
    if (const auto fault = faultOfReference(value, root); !fault.empty())
        findings.addError({Error::Code::schema,
                           {},
                           pathOf(keys) + "/$ref",
                           describe(Json(value["$ref"])) + ", " + fault,
                           "a reference to a schema",
                           "let one of the references be a schema instead"});
    for (const auto &[key, child] : value.items()) {
        if (!child.is_structured())
            continue;
        keys.push_back(key);
        findCircles(child, keys, root, findings);
        keys.pop_back();
    }
}

} // namespace

Findings checkSchema(const Json &schema)
{
    Findings findings;
    try {
        const auto schemaJson = nlohmann::json(schema);
        std::vector<std::string> keys;
        findCircles(schemaJson, keys, schemaJson, findings);
        if (!findings.ok())
            return findings;
        valijson::Schema compiled;
        valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
        parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(schemaJson), compiled);
    } catch (const std::exception &failure) {
        findings.errors.push_back(
            {Error::Code::schema, {}, "/", failure.what(), "a usable JSON Schema, draft 7", "correct the schema"});
    }
    return findings;
}

} // namespace heteroscope
