// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/device_measurements.h"

#include "json/object_reader.h"

namespace heteroscope {

namespace {

constexpr int mostOfSize = 100'000'000;
constexpr int mostMembers = 1024;
constexpr int mostExperts = 65536;
constexpr int mostProcessors = 1'000'000;
constexpr std::size_t mostItems = 10'000; // of a list; a fit passes over all of them many times
constexpr double longestTime = 1000;      // seconds
constexpr double mostBytes = 1e15;        // of one call
constexpr double shortest = 1e-12;        // seconds; above 0
constexpr NumberRange spreadRange{.minimum = 0, .maximum = longestTime};

MeasuredTime readTime(ObjectReader &owner, const char *key, Findings &findings)
{
    MeasuredTime time;
    const Json *json = owner.member(key);
    if (!json) {
        owner.error(key, "nothing", "an object with seconds, spread and runs", "add the key with a measured time");
        return time;
    }
    ObjectReader reader(*json, owner.pathOf(key), findings);
    time.seconds = Seconds(reader.number("seconds", {.minimum = shortest, .maximum = longestTime}));
    time.spread = Seconds(reader.number("spread", spreadRange));
    time.runs = static_cast<int>(reader.integer("runs", 1, mostOfSize));
    reader.finish();
    return time;
}

int readSize(ObjectReader &reader, const char *key) { return static_cast<int>(reader.integer(key, 1, mostOfSize)); }

Precision readPrecision(ObjectReader &reader)
{
    return static_cast<Precision>(reader.word("precision", precisionNames));
}

MeasuredProduct readProduct(ObjectReader &reader, Findings &findings)
{
    MeasuredProduct product;
    product.precision = readPrecision(reader);
    product.m = readSize(reader, "m");
    product.n = readSize(reader, "n");
    product.k = readSize(reader, "k");
    product.experts = static_cast<int>(reader.integer("experts", 1, mostExperts, 1));
    product.time = readTime(reader, "time", findings);
    return product;
}

MeasuredStream readStream(ObjectReader &reader, Findings &findings)
{
    MeasuredStream stream;
    stream.bytes = Bytes(reader.number("bytes", {.minimum = 1, .maximum = mostBytes}));
    stream.time = readTime(reader, "time", findings);
    return stream;
}

MeasuredAttention readAttention(ObjectReader &reader, Findings &findings)
{
    MeasuredAttention attention;
    attention.precision = readPrecision(reader);
    attention.kernels = static_cast<AttentionKernels>(reader.word("kernels", attentionKernelNames));
    attention.batch = readSize(reader, "batch");
    attention.heads = readSize(reader, "heads");
    attention.headDim = readSize(reader, "headDim");
    attention.sequence = readSize(reader, "sequence");
    attention.forward = readTime(reader, "forward", findings);
    if (reader.has("backward"))
        attention.backward = readTime(reader, "backward", findings);
    return attention;
}

MeasuredCollective readCollective(ObjectReader &reader, Findings &findings)
{
    MeasuredCollective collective;
    collective.call = static_cast<CollectiveCall>(reader.word("operation", collectiveCallNames));
    collective.devices = static_cast<int>(reader.integer("devices", 2, mostMembers));
    collective.nodes = static_cast<int>(reader.integer("nodes", 1, mostMembers));
    if (collective.devices % collective.nodes != 0)
        reader.error("nodes",
                     std::to_string(collective.nodes) + " nodes for " + std::to_string(collective.devices) + " devices",
                     "as many devices on each node", "measure with the same number of processes on each node");
    collective.bytes = Bytes(reader.number("bytes", {.minimum = 1, .maximum = mostBytes}));
    collective.time = readTime(reader, "time", findings);
    return collective;
}

template<class T>
void readList(ObjectReader &owner, const char *key, std::vector<T> &list, Findings &findings,
              T (*readOne)(ObjectReader &, Findings &))
{
    const auto items = owner.items(key);
    if (items.size() > mostItems) {
        owner.error(key, std::to_string(items.size()) + " items", "at most " + std::to_string(mostItems),
                    "keep one measurement of each shape");
        return;
    }
    std::size_t index = 0;
    for (const Json *item : items) {
        ObjectReader reader(*item, owner.pathOf(key, index++), findings);
        list.push_back(readOne(reader, findings));
        reader.finish();
    }
}

void readLists(const Json &json, const std::string &path, DeviceMeasurements &result, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    readList(reader, "products", result.products, findings, readProduct);
    readList(reader, "streams", result.streams, findings, readStream);
    readList(reader, "attention", result.attention, findings, readAttention);
    if (reader.has("launch"))
        result.launch = readTime(reader, "launch", findings);
    readList(reader, "collectives", result.collectives, findings, readCollective);
    reader.finish();
}

Json timeJson(const MeasuredTime &time)
{
    return Json{{"seconds", time.seconds.value}, {"spread", time.spread.value}, {"runs", time.runs}};
}

std::string_view nameOf(Precision precision) { return precisionNames[static_cast<std::size_t>(precision)]; }

Json measuredJson(const MeasuredProduct &product)
{
    Json json = {{"precision", nameOf(product.precision)},
                 {"m", product.m},
                 {"n", product.n},
                 {"k", product.k},
                 {"time", timeJson(product.time)}};
    if (product.experts > 1)
        json["experts"] = product.experts;
    return json;
}

Json measuredJson(const MeasuredStream &stream)
{
    return Json{{"bytes", stream.bytes.value}, {"time", timeJson(stream.time)}};
}

Json measuredJson(const MeasuredAttention &attention)
{
    Json json = {{"precision", nameOf(attention.precision)},
                 {"kernels", attentionKernelNames[static_cast<std::size_t>(attention.kernels)]},
                 {"batch", attention.batch},
                 {"heads", attention.heads},
                 {"headDim", attention.headDim},
                 {"sequence", attention.sequence},
                 {"forward", timeJson(attention.forward)}};
    if (attention.backward)
        json["backward"] = timeJson(*attention.backward);
    return json;
}

Json measuredJson(const MeasuredCollective &collective)
{
    return Json{{"operation", collectiveCallNames[static_cast<std::size_t>(collective.call)]},
                {"devices", collective.devices},
                {"nodes", collective.nodes},
                {"bytes", collective.bytes.value},
                {"time", timeJson(collective.time)}};
}

template<class T>
void writeList(Json &json, const char *key, const std::vector<T> &list)
{
    for (const auto &item : list)
        json[key].push_back(measuredJson(item));
}

} // namespace

bool isMeasurementsFile(const Json &json) { return json.is_object() && json.contains("measurements"); }

DeviceMeasurements readDeviceMeasurements(const Json &json, const std::string &path, Findings &findings)
{
    DeviceMeasurements result;
    ObjectReader reader(json, path, findings);
    reader.integer("formatVersion", 1, 1);
    if (const Json *device = reader.member("device")) {
        ObjectReader about(*device, reader.pathOf("device"), findings);
        result.device = about.text("name");
        result.kind = static_cast<MeasuredKind>(about.word("kind", measuredKindNames));
        result.memory = Bytes(about.number("memory", {.minimum = 1, .maximum = mostBytes}));
        result.processors = static_cast<int>(about.integer("processors", 1, mostProcessors));
        about.finish();
    } else {
        reader.error("device", "nothing", "an object with name, kind, memory and processors",
                     "measure with resources/profiles/collect.py");
    }
    if (const Json *software = reader.member("software")) {
        ObjectReader about(*software, reader.pathOf("software"), findings);
        result.pytorch = about.text("pytorch", {});
        result.python = about.text("python", {});
        result.runtime = about.text("runtime", {});
        result.collectivesLibrary = about.text("collectives", {});
        about.finish();
    }
    result.date = reader.text("date", {});
    result.leftOut = static_cast<int>(reader.integer("leftOut", 0, mostOfSize, 0));
    if (const Json *lists = reader.member("measurements"))
        readLists(*lists, reader.pathOf("measurements"), result, findings);
    else
        reader.error("measurements", "nothing", "an object with products, streams, attention, launch or collectives",
                     "measure with resources/profiles/collect.py");
    result.extensions = reader.finish();
    return result;
}

Result<DeviceMeasurements> parseDeviceMeasurements(std::string_view text, const std::string &file)
{
    const auto json = parseJson(text, file);
    if (!json)
        return json.error();
    Findings findings;
    auto result = readDeviceMeasurements(*json, "", findings);
    if (!findings.ok()) {
        Error error = findings.errors.front();
        error.file = file;
        return error;
    }
    if (result.products.empty() && result.streams.empty() && result.attention.empty() && !result.launch &&
        result.collectives.empty())
        return Error{Error::Code::invalid,
                     file,
                     "/measurements",
                     "no measurement",
                     "at least one of products, streams, attention, launch and collectives",
                     "measure again, with a larger --budget"};
    return result;
}

Json toJson(const DeviceMeasurements &measurements)
{
    Json json = {{"formatVersion", 1},
                 {"device",
                  {{"name", measurements.device},
                   {"kind", measuredKindNames[static_cast<std::size_t>(measurements.kind)]},
                   {"memory", measurements.memory.value},
                   {"processors", measurements.processors}}}};
    const auto text = [](Json &owner, const char *key, const std::string &value) {
        if (!value.empty())
            owner[key] = value;
    };
    Json software = Json::object();
    text(software, "pytorch", measurements.pytorch);
    text(software, "python", measurements.python);
    text(software, "runtime", measurements.runtime);
    text(software, "collectives", measurements.collectivesLibrary);
    if (!software.empty())
        json["software"] = std::move(software);
    text(json, "date", measurements.date);
    if (measurements.leftOut > 0)
        json["leftOut"] = measurements.leftOut;
    Json lists = Json::object();
    writeList(lists, "products", measurements.products);
    writeList(lists, "streams", measurements.streams);
    writeList(lists, "attention", measurements.attention);
    if (measurements.launch)
        lists["launch"] = timeJson(*measurements.launch);
    writeList(lists, "collectives", measurements.collectives);
    json["measurements"] = std::move(lists);
    writeExtensions(json, measurements.extensions);
    return json;
}

} // namespace heteroscope
