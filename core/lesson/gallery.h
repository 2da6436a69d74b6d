// SPDX-License-Identifier: GPL-3.0-or-later
//
// The gallery: example projects, each with a question and its answer. The figures of an answer are read from the
// simulated step (figures.h); none is stored. The file is one versioned JSON object of
// resources/schema/gallery.schema.json; core/lesson/README.md tells how to write one. Plain values.
#pragma once

#include "lesson/figures.h"
#include "lesson/lesson.h"

namespace heteroscope {

inline constexpr int galleryFormatVersion = 1;

/// An example of the gallery.
struct GalleryEntry
{
    std::string file; ///< name of the project file: "mixed-32.hscope.json"
    Project project;
    LessonText title;       ///< the project's own, English, and its translations
    LessonText description; ///< likewise
    Seconds startTime{};    ///< when the step begins that answers the question
    LessonText question;
    LessonText answer; ///< {names} of figures, the same ones in all languages
};

/// The entries, in the order of the file, and the mistakes in it. If findings has errors, entries are incomplete.
struct LoadedGallery
{
    std::vector<GalleryEntry> entries;
    Findings findings;
};

/// Reads gallery text. file: its name, below whose folder projects are looked up that are not shipped ones. Errors:
/// those of the schema and of the projects; an example that stands twice; an answer without a figure, with one that
/// does not exist, or with other figures than the English answer.
LoadedGallery parseGallery(std::string_view text, const std::string &file);

/// Simulates the first plan of the example, or the planner's best one where the project has none. Errors: those of
/// simulateMoment and bestMoment.
Result<LessonMoment> galleryMoment(const GalleryEntry &entry, const StopToken &stop = {});

/// The answer in a language ("en", "de", "zh_CN") with the figures of the moment. Errors: a figure without a value.
Result<std::string> galleryAnswer(const GalleryEntry &entry, const LessonMoment &moment, const std::string &language);

/// What can only be found by simulating all examples (seconds): a plan that cannot run or that exceeds the memory of a
/// device, a figure without a value. Paths are those of the file. For galleries without other mistakes.
Findings playGallery(const std::vector<GalleryEntry> &entries, const StopToken &stop = {});

/// The entries of resources/gallery/gallery.json, from the smallest cluster to the largest.
const std::vector<GalleryEntry> &builtinGallery();

} // namespace heteroscope
