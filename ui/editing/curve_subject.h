// SPDX-License-Identifier: GPL-3.0-or-later
//
// The links and devices whose rate curve is edited, or the nodes whose price is, and the edits that set it. A price
// over time is a curve too: in shares of the usual price, which the catalog has.
#pragma once

#include "base/result.h"
#include "document/selection.h"
#include "project/project.h"

#include <QString>

namespace heteroscope {

struct CurveSubjects
{
    NameSet links;
    NameSet devices;  ///< "node:index"
    NameSet prices{}; ///< nodes, by what each of their devices costs; there are no links and devices then
    bool isEmpty() const { return size() == 0; }
    std::size_t size() const { return links.size() + devices.size() + prices.size(); }
    friend bool operator==(const CurveSubjects &, const CurveSubjects &) = default;
};

/// The device "node:index", or null.
const Device *findDevice(const Cluster &cluster, const std::string &name);

/// Selected links and devices; a selected node stands for its devices.
CurveSubjects subjectsOf(const Selection &selection, const Cluster &cluster);
/// The prices of selected nodes; a selected device stands for its node.
CurveSubjects priceSubjectsOf(const Selection &selection, const Cluster &cluster);
/// What a device of the node costs where nothing says more, USD per hour: the price of its first device's type, 1 where
/// that has none.
double usualPrice(const std::string &node, const Cluster &cluster);
/// Everything whose curve changes over time, each on its own. A price of a device type is that of all nodes it holds
/// for.
std::vector<CurveSubjects> changingThings(const Project &project);
/// "h100-0 – leaf-0", "h100-0:3", "8 devices", "2 links and 4 devices".
QString subjectText(const CurveSubjects &subjects, const Cluster &cluster);

/// The curve of the first of them; nothing without any.
std::optional<RateCurve> curveOf(const CurveSubjects &subjects, const Project &project);
/// True when all of them have the same curve.
bool haveOneCurve(const CurveSubjects &subjects, const Project &project);
/// Gives all of them that curve. A price holds from the first point on, so that one later than the step's start is
/// preceded by the usual price; no points: the price of the catalog again.
Result<Project> withCurve(const Project &project, const CurveSubjects &subjects, const RateCurve &curve);

/// Text as copied from a file or a table, in the form of bandwidth_csv/curve.h; tabs separate as commas do, and two
/// columns need no heading. One column is for the subjects whatever its name, several are for the links they name.
/// Devices and prices take factors only. Errors: as there, with what was expected.
Result<Project> withPastedCurve(const Project &project, const CurveSubjects &subjects, const QString &text);

} // namespace heteroscope
