// SPDX-License-Identifier: GPL-3.0-or-later
#include "film/film.h"

#include "base/files.h"
#include "language/plan_words.h"
#include "language/sentences.h"
#include "language/step_words.h"
#include "strategy/change_schedule.h"
#include "theme/numbers.h"
#include "widgets/animated_png.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgRenderer>

namespace heteroscope {
namespace {

constexpr int filmDotsPerInch = 96;

std::string hex(const QColor &color) { return color.name(QColor::HexRgb).toStdString(); }

QImage pictureOf(const ScheduleFilm &film, std::size_t frame)
{
    QImage image(film.width(), film.height(), QImage::Format_RGB32);
    QPainter painter(&image);
    paintStill(painter, film.still(frame), image.rect());
    return image;
}

QByteArray pngFilm(const ScheduleFilm &film)
{
    std::vector<TimedPicture> pictures;
    for (std::size_t frame = 0; frame < film.frames(); ++frame)
        pictures.push_back({pngOf(pictureOf(film, frame)), film.secondsOf(frame)});
    return animatedPng(pictures);
}

QByteArray pdfFilm(const ScheduleFilm &film)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setResolution(filmDotsPerInch);
        writer.setPageMargins(QMarginsF());
        writer.setPageSize(QPageSize(QSizeF(film.width(), film.height()) * 72.0 / filmDotsPerInch, QPageSize::Point, {},
                                     QPageSize::ExactMatch));
        writer.setTitle(QStringLiteral("HeteroScope"));
        QPainter painter(&writer);
        for (std::size_t frame = 0; frame < film.frames(); ++frame) {
            if (frame > 0)
                writer.newPage();
            paintStill(painter, film.still(frame), QRectF(0, 0, film.width(), film.height()));
        }
    }
    return buffer.data();
}

std::string figuresOf(const StepResult &result, std::size_t lanes)
{
    QString text =
        FilmWords::tr("%1 · bubble %2").arg(formatTicks(result.stepTime), formatPercent(result.bubbleShare()));
    if (lanes < result.lanes.size())
        text = FilmWords::tr("%1 · %2 of %3 lanes").arg(text, formatCount(lanes), formatCount(result.lanes.size()));
    return text.toStdString();
}

} // namespace

Result<std::vector<FilmStep>> filmSteps(const Engine &engine, const Simulation &shown,
                                        const std::vector<ScheduleKind> &schedules, const StopToken &stop)
{
    std::vector<FilmStep> steps;
    for (const ScheduleKind kind : schedules) {
        if (kind == shown.plan.schedule) {
            steps.push_back({wordOf(kind), shown.result});
            continue;
        }
        Result<Plan> changed = withSchedule(shown.plan, kind, shown.project->workload.model);
        if (!changed)
            return changed.error();
        Result<StepResult> result =
            engine.simulate(*shown.topology, shown.project->workload, *changed, shown.startTime, stop);
        if (!result)
            return result.error();
        steps.push_back({wordOf(kind), std::make_shared<const StepResult>(std::move(*result))});
    }
    return steps;
}

FilmColors filmColors(const Theme &theme, FilmPalette palette)
{
    FilmColors colors{hex(theme[Role::base]),
                      hex(theme[Role::text]),
                      hex(theme[Role::secondary]),
                      hex(theme[Role::borderStrong]),
                      hex(theme[Role::bubbleHatch]),
                      hex(theme[Role::selection]),
                      {},
                      {}};
    for (std::size_t i = 0; i < activityCount; ++i) {
        auto activity = static_cast<Activity>(i);
        if (palette == FilmPalette::few) {
            if (isExposed(activity))
                activity = Activity::exposedPp;
            else if (activity == Activity::inputGradient)
                activity = Activity::backward;
            else if (activity == Activity::overhead)
                activity = Activity::optimizer;
        }
        colors.fill[i] = hex(theme.fill(activity));
        colors.ink[i] = hex(theme.ink(activity));
    }
    return colors;
}

ScheduleFilm makeFilm(const std::vector<FilmStep> &steps, FilmOrder order, const FilmSize &size, const Theme &theme,
                      FilmPalette palette)
{
    FilmOptions options;
    options.width = size.pixels.width();
    options.height = size.pixels.height();
    options.typeSize = size.type;
    options.lanes = size.lanes;
    options.order = order;
    options.family = font(TypeRole::body).family().toStdString();
    options.colors = filmColors(theme, palette);
    options.label = [](Activity activity, std::int32_t microBatch) {
        return barLabel(activity, microBatch).toStdString();
    };
    std::vector<FilmPart> parts;
    for (const FilmStep &step : steps)
        parts.push_back({step.title.toStdString(),
                         figuresOf(*step.result, ScheduleFilm::lanesShown(*step.result, size.lanes)),
                         step.result.get()});
    return {std::move(parts), std::move(options)};
}

void paintStill(QPainter &painter, const std::string &svg, const QRectF &target)
{
    QSvgRenderer renderer(QByteArray::fromStdString(svg));
    painter.setRenderHint(QPainter::Antialiasing);
    renderer.render(&painter, target);
}

bool isFilmName(const QString &path)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    return ending == QStringLiteral("svg") || ending == QStringLiteral("png") || ending == QStringLiteral("apng") ||
           ending == QStringLiteral("pdf");
}

QString writeFilm(const QString &path, const ScheduleFilm &film)
{
    if (!isFilmName(path))
        return FilmWords::tr("%1: the name must end in .svg, .png, .apng or .pdf").arg(path);
    const QString ending = QFileInfo(path).suffix().toLower();
    const QByteArray bytes = ending == QStringLiteral("svg")   ? QByteArray::fromStdString(film.animated())
                             : ending == QStringLiteral("pdf") ? pdfFilm(film)
                                                               : pngFilm(film);
    const Status status =
        writeFileAtomically(path.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
    return status ? QString() : QStringLiteral("%1: %2").arg(path, sentenceWithHint(status.error()));
}

} // namespace heteroscope
