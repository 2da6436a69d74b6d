// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/orders/one_forward_one_backward.h"

namespace heteroscope {

WorkOrder oneForwardOneBackward(int microBatches, int warmUp)
{
    WorkOrder order;
    order.reserve(2 * static_cast<std::size_t>(microBatches));
    int forward = 0;
    int backward = 0;
    while (forward < warmUp)
        order.push_back({Pass::forward, 0, forward++});
    while (forward < microBatches) {
        order.push_back({Pass::forward, 0, forward++});
        order.push_back({Pass::backward, 0, backward++});
    }
    while (backward < microBatches)
        order.push_back({Pass::backward, 0, backward++});
    return order;
}

} // namespace heteroscope
