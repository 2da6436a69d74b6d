// SPDX-License-Identifier: GPL-3.0-or-later
#include "application/option_table.h"

#include "render/render.h"
#include "usage/completion.h"

namespace heteroscope {

ProgramTable heteroscopeTable(const std::string &version)
{
    ProgramTable table;
    table.name = "heteroscope";
    table.version = version.substr(0, version.find(' '));
    table.what = "draw clusters and see where every millisecond of a training step goes";
    table.description =
        "heteroscope opens a window on a project: a cluster that you draw, a model and its training job. It shows the\n"
        "predicted step on a timeline, searches for the best plan with a proof, and explains every second and every "
        "byte.\n"
        "Projects are files named *.hscope.json; hscope(1) works on the same without a window.\n"
        "\n"
        "With --render it draws a picture with the window's own code and ends; that needs no display.";
    std::vector<std::string> shells;
    for (const CompletionShell &shell : completionShells())
        shells.emplace_back(shell.name);
    table.options = {
        {{}, "PROJECT", "project to open; default: those that were open last", ValueKind::jsonFile},
        {{"--no-restore"}, {}, "without a project: do not open those that were open last"},
        {{"--theme"}, "THEME", "colours; default: those of the system", ValueKind::text, {"light", "dark", "contrast"}},
        {{"--language"},
         "LANGUAGE",
         "language of the window; pictures are in English unless it is given",
         ValueKind::text,
         {"en", "de", "zh_CN", "system"}},
        {{"--render"},
         "VIEW",
         "draw this view of the project to the file of -o, and end; page: PROJECT is a page that hscope report or "
         "sheet "
         "wrote, and becomes a PDF",
         ValueKind::text,
         {renderViewNames.begin(), renderViewNames.end()}},
        {{"-o", "--output"},
         "OUT",
         "picture to write, named *.png, *.svg or *.pdf; a schedule is a film: SVG and PNG move, a PDF has a page for "
         "each picture",
         ValueKind::file},
        {{"--size"}, "WxH", "size of the picture in pixels, at most 16384 each way"},
        {{"--links"},
         "ROUTING",
         "how links are drawn on canvas and window; default: as they were chosen in the window",
         ValueKind::text,
         {"straight", "curved", "orthogonal"}},
        {{"--schedules"},
         "NAMES",
         "of schedule: the plan under these schedules, with commas between them, on one axis; default: its own"},
        {{"--order"},
         "ORDER",
         "of schedule: what is drawn first, micro-batch after micro-batch (the default) or what is earlier",
         ValueKind::text,
         {filmOrderNames.begin(), filmOrderNames.end()}},
        {{"--completion"}, "SHELL", "print the completion of a shell", ValueKind::text, shells},
        {{"--man"}, {}, "print the man page"},
        {{"--version"}, {}, "print version and commit"},
        {{"-h", "--help"}, {}, "print this help"},
    };
    table.exitStatuses = {{0, "done"},
                          {1, "no feasible plan to draw"},
                          {2, "wrong usage"},
                          {3, "input that cannot be used; the message says why"},
                          {4, "a fault of the program"}};
    table.seeAlso = {"hscope(1)"};
    return table;
}

} // namespace heteroscope
