// SPDX-License-Identifier: GPL-3.0-or-later
#include "wording/layers_text.h"

#include <fmt/format.h>

namespace heteroscope {

std::string layersText(LayerKind kind, bool mixture, bool several)
{
    const char *plural = several ? "s" : "";
    switch (kind) {
    case LayerKind::embedding:
        return "embedding";
    case LayerKind::head:
        return "head";
    case LayerKind::denseBlock:
        return fmt::format("{}block{}", mixture ? "dense " : "", plural);
    case LayerKind::moeBlock:
        break;
    case LayerKind::attentionOnly:
        return fmt::format("attention block{}", plural);
    case LayerKind::windowDense:
        return fmt::format("{}sliding-window block{}", mixture ? "dense " : "", plural);
    case LayerKind::windowMoe:
        return fmt::format("sliding-window expert block{}", plural);
    case LayerKind::windowOnly:
        return fmt::format("sliding-window attention block{}", plural);
    case LayerKind::linearDense:
        return fmt::format("{}linear-attention block{}", mixture ? "dense " : "", plural);
    case LayerKind::linearMoe:
        return fmt::format("linear-attention expert block{}", plural);
    case LayerKind::linearOnly:
        return fmt::format("linear-attention block{} without MLP", plural);
    case LayerKind::stateSpaceDense:
        return fmt::format("state-space block{} with MLP", plural);
    case LayerKind::stateSpaceMoe:
        return fmt::format("state-space expert block{}", plural);
    case LayerKind::stateSpaceOnly:
        return fmt::format("state-space block{}", plural);
    case LayerKind::denseOnly:
        return fmt::format("MLP block{}", plural);
    case LayerKind::encoder:
        return fmt::format("encoder block{}", plural);
    case LayerKind::decoder:
        return fmt::format("decoder block{}", plural);
    case LayerKind::vision:
        return fmt::format("vision block{}", plural);
    case LayerKind::moeOnly:
        return fmt::format("expert block{} without mixer", plural);
    }
    return fmt::format("expert block{}", plural);
}

} // namespace heteroscope
