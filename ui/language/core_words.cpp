// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/core_words.h"

#include <QCoreApplication>

namespace heteroscope {
namespace {

// Only so that lupdate finds them: the word itself is the key of its translation.
[[maybe_unused]] constexpr const char *words[] = {
    // Where a plan loses time against another (core/planner/explain/explain.cpp)
    QT_TRANSLATE_NOOP("Core", "computation"),
    QT_TRANSLATE_NOOP("Core", "recompute"),
    QT_TRANSLATE_NOOP("Core", "TP communication"),
    QT_TRANSLATE_NOOP("Core", "waits for sends"),
    QT_TRANSLATE_NOOP("Core", "gradient synchronization"),
    QT_TRANSLATE_NOOP("Core", "CP and EP communication"),
    QT_TRANSLATE_NOOP("Core", "bubble"),
    QT_TRANSLATE_NOOP("Core", "stragglers"),
    QT_TRANSLATE_NOOP("Core", "optimizer"),
    QT_TRANSLATE_NOOP("Core", "host overhead"),
    QT_TRANSLATE_NOOP("Core", "idle"),
    // ... and of a bound (core/planner/explain/why_not_family.cpp)
    QT_TRANSLATE_NOOP("Core", "pipeline fill and drain"),
    // What became of a family of plans (core/planner/search.h), and what the search is at
    QT_TRANSLATE_NOOP("Core", "simulated"),
    QT_TRANSLATE_NOOP("Core", "bounded"),
    QT_TRANSLATE_NOOP("Core", "out of memory"),
    QT_TRANSLATE_NOOP("Core", "cannot run"),
    QT_TRANSLATE_NOOP("Core", "mapping"),
    QT_TRANSLATE_NOOP("Core", "not reached"),
    QT_TRANSLATE_NOOP("Core", "not valid"),
    // Plans beyond the space (core/planner/beyond/variations.cpp)
    QT_TRANSLATE_NOOP("Core", "samples by speed"),
    QT_TRANSLATE_NOOP("Core", "TP by stage"),
    QT_TRANSLATE_NOOP("Core", "TP over nodes"),
    QT_TRANSLATE_NOOP("Core", "unlike pipelines"),
    QT_TRANSLATE_NOOP("Core", "bounding"),
    QT_TRANSLATE_NOOP("Core", "exploring"),
};

} // namespace

QString coreWord(const std::string &english)
{
    return english.empty() ? QString() : QCoreApplication::translate("Core", english.c_str());
}

} // namespace heteroscope
