// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every colour of the window has a role; theme.cpp holds the one table of their values, light and dark.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace heteroscope {

enum class Activity : std::uint8_t;
enum class MemoryPart : std::uint8_t;
enum class Traffic : std::uint8_t;

enum class Role {
    // surfaces
    base, ///< page and timeline
    canvas,
    panel,
    panelSunk, ///< chips, grooves
    card,      ///< fields, nodes
    tip,       ///< hover cards, menus
    border,
    borderStrong, ///< fields, nodes
    grid,         ///< grid dots, row rules
    hover,
    selection, ///< selection and focus rings
    selectionFill,
    accent, ///< the primary button
    accentInk,
    hatchSoft, ///< guides
    // text
    text,
    secondary,
    muted,
    disabled, ///< ink and marks of what cannot be used now
    ok,
    warning,
    error,
    okFill,
    warnFill,
    errorFill,
    // what a device does; every fill has its ink
    forward,
    forwardInk,
    backward, ///< input and weight gradient in one
    backwardInk,
    inputGradient, ///< a part of the backward pass, in a paler colour
    inputGradientInk,
    weightGradient,
    weightGradientInk,
    optimizer,
    optimizerInk,
    tp,
    tpInk,
    pp,
    ppInk,
    dp,
    dpInk,
    ep, ///< expert and context parallel
    epInk,
    bubble,
    bubbleHatch,
    criticalPath,
    // memory
    memory,
    memoryTrack,
    // pipeline stages; four hues repeat, the letter goes on
    stageA,
    stageAFill,
    stageB,
    stageBFill,
    stageC,
    stageCFill,
    stageD,
    stageDFill,
    // link load, five steps
    load0,
    load1,
    load2,
    load3,
    load4,
    // paper of notes, in the order of NoteColour; their ink is text
    noteYellow,
    noteBlue,
    noteGreen,
    notePink,
    noteGrey,
};
inline constexpr std::size_t roleCount = static_cast<std::size_t>(Role::noteGrey) + 1;

/// Role of the bar of an activity. Exposed communication is drawn in its role at Theme::waitingTint, recompute in
/// forward at Theme::recomputeTint, straggler and bubble hatched.
Role roleOf(Activity activity);
Role roleOf(Traffic traffic);
/// A part of a device's memory has the colour of the work that makes or needs it: activations that of forward passes,
/// gradients that of backward passes. All seven differ for every eye.
Role roleOf(MemoryPart part);
/// Ink for text on the solid fill of that role (one of the activity roles).
Role inkOf(Role fill);

} // namespace heteroscope
