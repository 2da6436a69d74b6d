// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON as Python objects and back: None, bool, int, float, str, list and dict. NumPy's scalars and arrays are taken as
// numbers and lists.
#pragma once

#include "json/json.h"

#include <pybind11/pybind11.h>

namespace heteroscope {

inline pybind11::object toPython(const Json &json)
{
    namespace py = pybind11;
    switch (json.type()) {
    case Json::value_t::boolean:
        return py::bool_(json.get<bool>());
    case Json::value_t::number_integer:
        return py::int_(json.get<std::int64_t>());
    case Json::value_t::number_unsigned:
        return py::int_(json.get<std::uint64_t>());
    case Json::value_t::number_float:
        return py::float_(json.get<double>());
    case Json::value_t::string:
        return py::str(json.get_ref<const std::string &>());
    case Json::value_t::array: {
        py::list list;
        for (const Json &item : json)
            list.append(toPython(item));
        return list;
    }
    case Json::value_t::object: {
        py::dict dict;
        for (const auto &[key, value] : json.items())
            dict[py::str(key)] = toPython(value);
        return dict;
    }
    default:
        return py::none();
    }
}

/// Throws TypeError for an object of another kind, ValueError for one that is nested too deeply or a number beyond
/// JSON.
inline Json fromPython(pybind11::handle object, int depth = 0)
{
    namespace py = pybind11;
    if (depth > maxJsonDepth)
        throw py::value_error("nested too deeply, or inside itself");
    if (object.is_none())
        return {};
    if (py::isinstance<py::bool_>(object))
        return object.cast<bool>();
    if (py::isinstance<py::int_>(object))
        return object.cast<std::int64_t>();
    if (py::isinstance<py::str>(object))
        return object.cast<std::string>();
    if (py::isinstance<py::float_>(object)) {
        const auto value = object.cast<double>();
        if (!(value - value == 0))
            throw py::value_error("a number that is infinite or none");
        return value;
    }
    if (py::isinstance<py::dict>(object)) {
        Json json = Json::object();
        for (const auto &[key, value] : py::reinterpret_borrow<py::dict>(object)) {
            if (!py::isinstance<py::str>(key))
                throw py::type_error("a key that is no str");
            json[key.cast<std::string>()] = fromPython(value, depth + 1);
        }
        return json;
    }
    if (py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object)) {
        Json json = Json::array();
        for (const py::handle item : object)
            json.push_back(fromPython(item, depth + 1));
        return json;
    }
    if (py::hasattr(object, "tolist")) // a scalar or array of NumPy
        return fromPython(object.attr("tolist")(), depth + 1);
    throw py::type_error("neither None, bool, int, float, str, list, dict nor of NumPy: " +
                         py::str(py::type::handle_of(object)).cast<std::string>());
}

} // namespace heteroscope
