// SPDX-License-Identifier: GPL-3.0-or-later
//
// A film of schedules with the colours and words of the window: the steps of a plan under several schedules, one above
// the other (report/schedule_film.h), and its files.
#pragma once

#include "jobs/engine.h"
#include "jobs/simulation.h"
#include "report/schedule_film.h"
#include "theme/theme.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QString>

class QPainter;

namespace heteroscope {

/// Context of the translations.
class FilmWords
{
    Q_DECLARE_TR_FUNCTIONS(FilmWords)
};

/// A step of a film.
struct FilmStep
{
    QString title;
    std::shared_ptr<const StepResult> result;
};

/// The shown plan under each of the schedules, in this order; the shown step itself for its own schedule. The error
/// says which schedule cannot run it, and why.
Result<std::vector<FilmStep>> filmSteps(const Engine &engine, const Simulation &shown,
                                        const std::vector<ScheduleKind> &schedules, const StopToken &stop = {});

enum class FilmPalette {
    all, ///< as on the timeline
    few  ///< for a projector: forward, backward, weight gradient, other work, and one for all waiting for links
};
FilmColors filmColors(const Theme &theme, FilmPalette palette = FilmPalette::all);

struct FilmSize
{
    QSize pixels; ///< height 0: as the lanes need
    int type = 14;
    std::size_t lanes = 16;
};
/// The steps must outlive the film.
ScheduleFilm makeFilm(const std::vector<FilmStep> &steps, FilmOrder order, const FilmSize &size, const Theme &theme,
                      FilmPalette palette = FilmPalette::all);

/// Draws one picture of a film, as large as the target.
void paintStill(QPainter &painter, const std::string &svg, const QRectF &target);

/// True for names that end in .svg, .png, .apng or .pdf.
bool isFilmName(const QString &path);
/// Writes SVG or PNG with the film in it, or a PDF with a page for each picture, by the ending of the name. An empty
/// text, or what went wrong.
QString writeFilm(const QString &path, const ScheduleFilm &film);

} // namespace heteroscope
