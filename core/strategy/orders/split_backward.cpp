// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/orders/split_backward.h"

#include <algorithm>

namespace heteroscope {

WorkOrder splitBackwardOrder(int microBatches, int warmUp, int putOff)
{
    WorkOrder order;
    order.reserve(3 * static_cast<std::size_t>(microBatches));
    int forward = 0;
    int input = 0;
    int weight = 0;
    while (forward < std::min(warmUp, microBatches))
        order.push_back({Pass::forward, 0, forward++});
    while (input < microBatches) {
        if (forward < microBatches)
            order.push_back({Pass::forward, 0, forward++});
        order.push_back({Pass::inputGradient, 0, input++});
        if (weight < input && (forward == microBatches || input - weight > putOff))
            order.push_back({Pass::weightGradient, 0, weight++});
    }
    while (weight < microBatches)
        order.push_back({Pass::weightGradient, 0, weight++});
    return order;
}

} // namespace heteroscope
