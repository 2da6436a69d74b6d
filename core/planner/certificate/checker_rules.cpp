// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/certificate/checker_rules.h"

#include <algorithm>

namespace heteroscope::check {

int pairsHeld(const Family &family, int stages, int stage)
{
    const int ahead = stages - 1 - stage;
    if (family.chunks == 1)
        return std::min(family.microBatches, ahead + 1);
    return std::min(family.microBatches * family.chunks, 2 * ahead + (family.chunks - 1) * stages + 1);
}

bool sendsBlock(const Family &family, const SoftwareStack &stack)
{
    return family.schedule == ScheduleKind::oneFOneB && stack.sendMode == SendMode::blocking && !stackOverlap(stack).pp;
}

double minWork(const Family &family, const StageWork &stage)
{
    const int micro = family.microBatches;
    const int ahead = stage.behind;
    const double down = stage.forward, up = stage.backward, back = stage.sendBackward;
    const double fullDown = down + stage.sendForward;
    double work = micro * (fullDown + up + back) - back;
    if (family.schedule == ScheduleKind::oneFOneB && micro - 1 > ahead)
        work = std::max(work, std::max(down + stage.beyond, (ahead + 1) * fullDown) +
                                  (micro - 1 - ahead) * (up + back) + (micro - 2 - ahead) * fullDown +
                                  std::max(down + stage.beyond + up, fullDown + ahead * (up + back) + up));
    return work;
}

} // namespace heteroscope::check
