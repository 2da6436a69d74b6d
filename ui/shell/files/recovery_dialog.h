// SPDX-License-Identifier: GPL-3.0-or-later
//
// Offers unsaved work of crashed or killed windows: restore it, delete it, or keep it for later.
#pragma once

#include "document/recovery.h"

#include <QDialog>

class QListWidget;

namespace heteroscope {

struct RecoveryChoice
{
    enum class What { restore, remove, later };
    What what = What::later;
    std::size_t index = 0; ///< of the work that was offered
};

class RecoveryDialog : public QDialog
{
    Q_OBJECT

public:
    explicit RecoveryDialog(const std::vector<LostWork> &works, QWidget *parent = nullptr);

    RecoveryChoice choice() const { return m_choice; }

private:
    void choose(RecoveryChoice::What what);

    QListWidget *m_list;
    RecoveryChoice m_choice;
};

} // namespace heteroscope
