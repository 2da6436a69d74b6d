// SPDX-License-Identifier: GPL-3.0-or-later
//
// The links and devices whose rate curve is edited, and the edits that set it.
#pragma once

#include "base/result.h"
#include "document/selection.h"
#include "project/project.h"

#include <QString>

namespace heteroscope {

struct CurveSubjects
{
    NameSet links;
    NameSet devices; ///< "node:index"
    bool isEmpty() const { return links.empty() && devices.empty(); }
    std::size_t size() const { return links.size() + devices.size(); }
    friend bool operator==(const CurveSubjects &, const CurveSubjects &) = default;
};

/// The device "node:index", or null.
const Device *findDevice(const Cluster &cluster, const std::string &name);

/// Selected links and devices; a selected node stands for its devices.
CurveSubjects subjectsOf(const Selection &selection, const Cluster &cluster);
/// Everything whose curve changes over time, each on its own.
std::vector<CurveSubjects> changingThings(const Cluster &cluster);
/// "h100-0 – leaf-0", "h100-0:3", "8 devices", "2 links and 4 devices".
QString subjectText(const CurveSubjects &subjects, const Cluster &cluster);

/// The curve of the first of them; null without any.
const RateCurve *curveOf(const CurveSubjects &subjects, const Cluster &cluster);
/// True when all of them have the same curve.
bool haveOneCurve(const CurveSubjects &subjects, const Cluster &cluster);
/// Gives all of them that curve.
Result<Project> withCurve(const Project &project, const CurveSubjects &subjects, const RateCurve &curve);

/// Text as copied from a file or a table, in the form of bandwidth_csv/curve.h; tabs separate as commas do, and two
/// columns need no heading. One column is for the subjects whatever its name, several are for the links they name.
/// Devices take factors only. Errors: as there, with what was expected.
Result<Project> withPastedCurve(const Project &project, const CurveSubjects &subjects, const QString &text);

} // namespace heteroscope
