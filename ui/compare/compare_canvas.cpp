// SPDX-License-Identifier: GPL-3.0-or-later
//
// What of a comparison stands on the canvas.
#include "compare/compare_view.h"

#include <QToolButton>

namespace heteroscope {

void CompareView::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    showDifferences();
}

void CompareView::showDifferences()
{
    const bool isWanted =
        m_onCanvas->isChecked() && isVisible() && m_steps[sideA] && m_steps[sideB] && m_steps[sideA] != m_steps[sideB];
    emit differencesShown(isWanted ? nodeDifferences(*m_steps[sideA]->result, *m_steps[sideA]->topology,
                                                     *m_steps[sideB]->result, *m_steps[sideB]->topology)
                                   : std::vector<NodeDifference>());
}

} // namespace heteroscope
