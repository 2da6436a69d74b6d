// SPDX-License-Identifier: GPL-3.0-or-later
//
// The constants of the cost model that all windows of this program compute with: the shipped ones, until the user takes
// those of a file. They are about machines and not about a project, so no project file holds them, and the next start
// begins with the shipped ones again.
#pragma once

#include "cost/calibration_values.h"

#include <QObject>

#include <memory>

namespace heteroscope {

class CalibrationInUse : public QObject
{
    Q_OBJECT

public:
    /// For the thread of the windows.
    static CalibrationInUse &instance();

    /// From any thread. nullptr: the shipped constants.
    static std::shared_ptr<const CalibrationValues> values();
    /// What `values` are called: the name of their file; empty for the shipped constants.
    const QString &name() const { return m_name; }
    /// nullptr: the shipped constants again.
    void use(std::shared_ptr<const CalibrationValues> values, const QString &name);

signals:
    void changed();

private:
    QString m_name;
};

} // namespace heteroscope
