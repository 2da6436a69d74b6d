// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/commands/picture_commands.h"

#include "canvas/view/canvas_view.h"
#include "shell/commands/connect_action.h"
#include "widgets/picture_file.h"

#include <QPainter>
#include <QPrinter>

namespace heteroscope {
namespace {

constexpr QSize pictureOfCanvas(1600, 1000); // pixels; SVG and PDF have no others

} // namespace

PictureCommands::PictureCommands(const Actions &actions, QWidget &window, CanvasView &canvas, const Dialogs &dialogs)
    : m_canvas(canvas), m_dialogs(dialogs)
{
    onAction(actions, ActionId::exportPicture, this, [this, &window] {
        exportPicture(window.size(), [&window](QPainter &painter) { window.render(&painter); });
    });
    onAction(actions, ActionId::exportCanvas, this, [this] {
        exportPicture(pictureOfCanvas,
                      [this](QPainter &painter) { m_canvas.renderTo(painter, QRectF(QPointF(), pictureOfCanvas)); });
    });
    onAction(actions, ActionId::print, this, [this] { print(); });
}

void PictureCommands::exportPicture(QSize size, const std::function<void(QPainter &)> &paint)
{
    const QString path = m_dialogs.exportFile();
    if (path.isEmpty())
        return;
    const QString problem = writePicture(path, size, paint);
    if (!problem.isEmpty())
        m_dialogs.report(tr("The picture was not saved"), problem);
    else
        emit said(tr("Wrote %1").arg(path));
}

void PictureCommands::print()
{
    QPrinter printer;
    printer.setDocName(m_canvas.document()->displayName());
    printer.setPageOrientation(QPageLayout::Landscape);
    if (!m_dialogs.print(printer))
        return;
    const LightForExport light;
    QPainter painter;
    if (!painter.begin(&printer)) {
        m_dialogs.report(tr("Nothing was printed"), tr("The printer rejected the page."));
        return;
    }
    // The canvas draws in pixels of a screen; the page has more of them.
    const QRectF page = printer.pageLayout().paintRectPixels(printer.resolution());
    const double scale = page.width() / pictureOfCanvas.width();
    painter.scale(scale, scale);
    m_canvas.renderTo(painter, QRectF(0, 0, page.width() / scale, page.height() / scale));
}

} // namespace heteroscope
