// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of commands, menu by menu.
#include "settings/actions.h"

namespace heteroscope {
namespace {

using Id = ActionId;
using Group = ActionGroup;
using Icon = IconName;

constexpr const char *language = QT_TRANSLATE_NOOP("Actions", "Language");
constexpr const char *links = QT_TRANSLATE_NOOP("Actions", "Links");
constexpr const char *exports = QT_TRANSLATE_NOOP("Actions", "Export");
constexpr const char *teaching = QT_TRANSLATE_NOOP("Actions", "Teaching");
constexpr const char *overlay = QT_TRANSLATE_NOOP("Actions", "Overlay");

std::vector<ActionSpec> fileActions()
{
    return {
        {Id::newProject, Group::file, "new", QT_TRANSLATE_NOOP("Actions", "New"), "Ctrl+N", Icon::file},
        {Id::newWindow, Group::file, "newWindow", QT_TRANSLATE_NOOP("Actions", "New window"), "Ctrl+Alt+N",
         std::nullopt},
        {Id::open, Group::file, "open", QT_TRANSLATE_NOOP("Actions", "Open …"), "Ctrl+O", Icon::open},
        {Id::save, Group::file, "save", QT_TRANSLATE_NOOP("Actions", "Save"), "Ctrl+S", Icon::save, false, false, true},
        {Id::saveAs, Group::file, "saveAs", QT_TRANSLATE_NOOP("Actions", "Save as …"), "Ctrl+Shift+S", Icon::saveAs},
        {Id::addCluster, Group::file, "addCluster", QT_TRANSLATE_NOOP("Actions", "Add a cluster from a template …"),
         "Ctrl+Shift+A", Icon::server, false, false, true},
        {Id::catalog, Group::file, "catalog", QT_TRANSLATE_NOOP("Actions", "Catalog …"), "Ctrl+B", Icon::device},
        {Id::importFiles, Group::file, "import", QT_TRANSLATE_NOOP("Actions", "Import …"), "Ctrl+I", std::nullopt,
         false, false, true},
        {Id::exportPicture, Group::file, "exportPicture", QT_TRANSLATE_NOOP("Actions", "Picture of the window …"),
         "Ctrl+E", Icon::exportFile, false, false, false, exports},
        {Id::exportCanvas, Group::file, "exportCanvas", QT_TRANSLATE_NOOP("Actions", "Picture of the cluster …"),
         "Ctrl+Shift+E", std::nullopt, false, false, false, exports},
        {Id::exportPerfetto, Group::file, "exportPerfetto", QT_TRANSLATE_NOOP("Actions", "Trace for Perfetto …"), "",
         std::nullopt, false, false, false, exports},
        {Id::exportReport, Group::file, "exportReport", QT_TRANSLATE_NOOP("Actions", "Report as a web page …"), "",
         std::nullopt, false, false, false, exports},
        {Id::exportReportPdf, Group::file, "exportReportPdf", QT_TRANSLATE_NOOP("Actions", "Report as a PDF …"), "",
         std::nullopt, false, false, false, exports},
        {Id::exportFilm, Group::file, "exportFilm", QT_TRANSLATE_NOOP("Actions", "Animated schedules …"), "",
         std::nullopt, false, false, false, exports},
        {Id::exportLaunch, Group::file, "exportLaunch",
         QT_TRANSLATE_NOOP("Actions", "Launch file of a training tool …"), "", std::nullopt, false, false, false,
         exports},
        {Id::exportPlan, Group::file, "exportPlan", QT_TRANSLATE_NOOP("Actions", "Plan file (JSON) …"), "",
         std::nullopt, false, false, false, exports},
        {Id::exportStep, Group::file, "exportStep", QT_TRANSLATE_NOOP("Actions", "Figures of the step (JSON) …"), "",
         std::nullopt, false, false, false, exports},
        {Id::exportRanking, Group::file, "exportRanking", QT_TRANSLATE_NOOP("Actions", "Ranking as a table (CSV) …"),
         "", std::nullopt, false, false, false, exports},
        {Id::shareView, Group::file, "shareView", QT_TRANSLATE_NOOP("Actions", "Project as it is shown …"), "",
         std::nullopt, false, false, false, exports},
        {Id::openLesson, Group::file, "openLesson", QT_TRANSLATE_NOOP("Actions", "Open a lesson …"), "", std::nullopt,
         false, false, false, teaching},
        {Id::writeLesson, Group::file, "writeLesson", QT_TRANSLATE_NOOP("Actions", "Write a lesson …"), "",
         std::nullopt, false, false, false, teaching},
        {Id::exerciseSheets, Group::file, "exerciseSheets", QT_TRANSLATE_NOOP("Actions", "Exercise sheets …"), "",
         std::nullopt, false, false, false, teaching},
        {Id::gradeHandIns, Group::file, "gradeHandIns", QT_TRANSLATE_NOOP("Actions", "Grade hand-ins …"), "",
         std::nullopt, false, false, false, teaching},
        {Id::print, Group::file, "print", QT_TRANSLATE_NOOP("Actions", "Print the cluster …"), "Ctrl+P", std::nullopt},
        {Id::recover, Group::file, "recover", QT_TRANSLATE_NOOP("Actions", "Recover unsaved work …"), "", std::nullopt,
         false, false, true},
        {Id::welcome, Group::file, "welcome", QT_TRANSLATE_NOOP("Actions", "Welcome page"), "Ctrl+Shift+N",
         std::nullopt},
        {Id::comeBack, Group::file, "comeBack", QT_TRANSLATE_NOOP("Actions", "Reopen the last projects at start"), "",
         std::nullopt, true},
        {Id::closeWindow, Group::file, "closeWindow", QT_TRANSLATE_NOOP("Actions", "Close the window"), "Ctrl+W",
         std::nullopt, false, false, true},
        {Id::quit, Group::file, "quit", QT_TRANSLATE_NOOP("Actions", "Quit"), "Ctrl+Q", std::nullopt},
    };
}

std::vector<ActionSpec> editActions()
{
    return {
        {Id::undo, Group::edit, "undo", QT_TRANSLATE_NOOP("Actions", "Undo"), "Ctrl+Z", Icon::undo},
        {Id::redo, Group::edit, "redo", QT_TRANSLATE_NOOP("Actions", "Redo"), "Ctrl+Shift+Z, Ctrl+Y", Icon::redo},
        {Id::cut, Group::edit, "cut", QT_TRANSLATE_NOOP("Actions", "Cut"), "Ctrl+X", Icon::cut, false, true, true},
        {Id::copy, Group::edit, "copy", QT_TRANSLATE_NOOP("Actions", "Copy"), "Ctrl+C", Icon::copy, false, true},
        {Id::paste, Group::edit, "paste", QT_TRANSLATE_NOOP("Actions", "Paste"), "Ctrl+V", Icon::paste, false, true},
        {Id::pasteAs, Group::edit, "pasteAs", QT_TRANSLATE_NOOP("Actions", "Paste as …"), "", std::nullopt},
        {Id::remove, Group::edit, "delete", QT_TRANSLATE_NOOP("Actions", "Delete"), "Del, Backspace", Icon::trash,
         false, true},
        {Id::duplicate, Group::edit, "duplicate", QT_TRANSLATE_NOOP("Actions", "Duplicate"), "Ctrl+D", Icon::duplicate},
        {Id::selectAll, Group::edit, "selectAll", QT_TRANSLATE_NOOP("Actions", "Select all"), "Ctrl+A", std::nullopt,
         false, true},
        {Id::addNote, Group::edit, "addNote", QT_TRANSLATE_NOOP("Actions", "Add a note"), "N", Icon::note, false, true,
         true},
        {Id::editNote, Group::edit, "editNote", QT_TRANSLATE_NOOP("Actions", "Edit the note's text"), "F2",
         std::nullopt, false, true},
        {Id::linkTwo, Group::edit, "linkTwo", QT_TRANSLATE_NOOP("Actions", "Link the two selected items"), "K",
         std::nullopt, false, true, true},
        {Id::connectToSwitch, Group::edit, "connectToSwitch", QT_TRANSLATE_NOOP("Actions", "Connect all to switch"),
         "Ctrl+L", Icon::networkSwitch},
        {Id::makeRack, Group::edit, "makeRack", QT_TRANSLATE_NOOP("Actions", "Make a rack"), "Ctrl+G", Icon::group},
        {Id::ungroup, Group::edit, "ungroup", QT_TRANSLATE_NOOP("Actions", "Ungroup"), "Ctrl+Shift+G", Icon::ungroup},
        {Id::toggleRack, Group::edit, "toggleRack", QT_TRANSLATE_NOOP("Actions", "Open or close the rack"),
         "Ctrl+Shift+O", std::nullopt},
        {Id::groupDevices, Group::edit, "groupDevices", QT_TRANSLATE_NOOP("Actions", "Group devices"), "Ctrl+Alt+G",
         Icon::device},
        {Id::alignRow, Group::edit, "alignRow", QT_TRANSLATE_NOOP("Actions", "Align in a row"), "Ctrl+Shift+R",
         std::nullopt, false, false, true},
        {Id::alignColumn, Group::edit, "alignColumn", QT_TRANSLATE_NOOP("Actions", "Align in a column"), "Ctrl+Shift+C",
         std::nullopt},
        {Id::distributeAcross, Group::edit, "distributeAcross", QT_TRANSLATE_NOOP("Actions", "Distribute across"),
         "Ctrl+Shift+H", std::nullopt},
        {Id::distributeDown, Group::edit, "distributeDown", QT_TRANSLATE_NOOP("Actions", "Distribute down"),
         "Ctrl+Shift+V", std::nullopt},
        {Id::arrange, Group::edit, "arrange", QT_TRANSLATE_NOOP("Actions", "Arrange by fabric"), "Ctrl+Shift+L",
         Icon::layout},
        {Id::applyFix, Group::edit, "mend", QT_TRANSLATE_NOOP("Actions", "Apply the fix of a message"), "Alt+Return",
         Icon::check, false, false, true},
    };
}

/// View: what is seen of the canvas.
std::vector<ActionSpec> canvasActions()
{
    return {
        {Id::findCommand, Group::view, "findCommand", QT_TRANSLATE_NOOP("Actions", "Find a command or item …"),
         "Ctrl+K, Ctrl+Shift+P", Icon::search},
        {Id::fit, Group::view, "fit", QT_TRANSLATE_NOOP("Actions", "Fit all"), "F", Icon::fit, false, true, true},
        {Id::revealSelected, Group::view, "revealSelected", QT_TRANSLATE_NOOP("Actions", "Zoom to selection"), "Z",
         std::nullopt, false, true},
        {Id::zoomIn, Group::view, "zoomIn", QT_TRANSLATE_NOOP("Actions", "Zoom in"), "Ctrl++, Ctrl+=", Icon::plus},
        {Id::zoomOut, Group::view, "zoomOut", QT_TRANSLATE_NOOP("Actions", "Zoom out"), "Ctrl+-", Icon::minus},
        {Id::actualSize, Group::view, "actualSize", QT_TRANSLATE_NOOP("Actions", "Actual size"), "Ctrl+0",
         std::nullopt},
        {Id::measure, Group::view, "measure", QT_TRANSLATE_NOOP("Actions", "Measure the route between nodes"), "M",
         std::nullopt, true, true, true},
        {Id::straightLinks, Group::view, "straightLinks", QT_TRANSLATE_NOOP("Actions", "Straight"), "", std::nullopt,
         true, false, false, links},
        {Id::curvedLinks, Group::view, "curvedLinks", QT_TRANSLATE_NOOP("Actions", "Curved"), "", std::nullopt, true,
         false, false, links},
        {Id::orthogonalLinks, Group::view, "orthogonalLinks", QT_TRANSLATE_NOOP("Actions", "At right angles"), "",
         std::nullopt, true, false, false, links},
        {Id::overlayNone, Group::view, "overlayNone", QT_TRANSLATE_NOOP("Actions", "None"), "O", std::nullopt, true,
         true, false, overlay},
        {Id::overlayTensor, Group::view, "overlayTensor", QT_TRANSLATE_NOOP("Actions", "TP groups"), "T", std::nullopt,
         true, true, false, overlay},
        {Id::overlayPipeline, Group::view, "overlayPipeline", QT_TRANSLATE_NOOP("Actions", "PP stage to stage"), "P",
         std::nullopt, true, true, false, overlay},
        {Id::overlayData, Group::view, "overlayData", QT_TRANSLATE_NOOP("Actions", "DP replicas"), "D", std::nullopt,
         true, true, false, overlay},
        {Id::overlayContext, Group::view, "overlayContext", QT_TRANSLATE_NOOP("Actions", "CP groups"), "C",
         std::nullopt, true, true, false, overlay},
        {Id::overlayExpert, Group::view, "overlayExpert", QT_TRANSLATE_NOOP("Actions", "EP groups"), "E", std::nullopt,
         true, true, false, overlay},
        {Id::showLegend, Group::view, "showLegend", QT_TRANSLATE_NOOP("Actions", "Legend"), "L", std::nullopt, true,
         true},
    };
}

/// View: how the window looks, and its parts.
std::vector<ActionSpec> windowActions()
{
    return {
        {Id::toggleTheme, Group::view, "toggleTheme", QT_TRANSLATE_NOOP("Actions", "Light or dark"), "Ctrl+T",
         Icon::themeHalf, false, false, true},
        {Id::contrastTheme, Group::view, "contrastTheme", QT_TRANSLATE_NOOP("Actions", "High contrast"), "Ctrl+Shift+T",
         std::nullopt, true},
        {Id::systemTheme, Group::view, "systemTheme", QT_TRANSLATE_NOOP("Actions", "System theme"), "", std::nullopt,
         true},
        {Id::systemLanguage, Group::view, "systemLanguage", QT_TRANSLATE_NOOP("Actions", "System default"), "",
         std::nullopt, true, false, false, language},
        // Languages are named in themselves.
        {Id::english, Group::view, "english", "English", "", std::nullopt, true, false, false, language},
        {Id::german, Group::view, "german", "Deutsch", "", std::nullopt, true, false, false, language},
        {Id::chinese, Group::view, "chinese", "中文", "", std::nullopt, true, false, false, language},
        {Id::showCanvas, Group::view, "showCanvas", QT_TRANSLATE_NOOP("Actions", "Canvas"), "Alt+0", std::nullopt, true,
         false, true},
        {Id::criticalPath, Group::view, "criticalPath", QT_TRANSLATE_NOOP("Actions", "Critical path"), "Alt+C",
         std::nullopt, true, false, true},
        {Id::replay, Group::view, "replay", QT_TRANSLATE_NOOP("Actions", "Play or pause the step"), "Alt+P, Space",
         Icon::play},
        {Id::present, Group::view, "present", QT_TRANSLATE_NOOP("Actions", "Present the step"), "Ctrl+F5",
         std::nullopt},
        {Id::layoutDesign, Group::view, "layoutDesign", QT_TRANSLATE_NOOP("Actions", "Design"), "Ctrl+1", std::nullopt,
         true, false, true},
        {Id::layoutAnalyse, Group::view, "layoutAnalyse", QT_TRANSLATE_NOOP("Actions", "Analyse"), "Ctrl+2",
         std::nullopt, true},
        {Id::layoutTeach, Group::view, "layoutTeach", QT_TRANSLATE_NOOP("Actions", "Teach"), "Ctrl+3", std::nullopt,
         true},
        {Id::resetLayout, Group::view, "resetLayout", QT_TRANSLATE_NOOP("Actions", "Reset layout"), "Ctrl+Alt+0",
         Icon::layout},
        {Id::nextPanel, Group::view, "nextPanel", QT_TRANSLATE_NOOP("Actions", "Next panel"), "F6", std::nullopt, false,
         false, true},
        {Id::previousPanel, Group::view, "previousPanel", QT_TRANSLATE_NOOP("Actions", "Previous panel"), "Shift+F6",
         std::nullopt},
    };
}

std::vector<ActionSpec> planActions()
{
    return {
        {Id::live, Group::plan, "live", QT_TRANSLATE_NOOP("Actions", "Live"), "Ctrl+R", std::nullopt, true},
        {Id::plan, Group::plan, "plan", QT_TRANSLATE_NOOP("Actions", "Plan"), "F5", Icon::plan},
        {Id::cancelPlan, Group::plan, "cancelPlan", QT_TRANSLATE_NOOP("Actions", "Cancel the search"), "Shift+F5",
         Icon::cross},
        {Id::applyPlan, Group::plan, "applyPlan", QT_TRANSLATE_NOOP("Actions", "Apply the shown plan"), "Ctrl+Return",
         Icon::check, false, false, true},
        {Id::showOwnPlan, Group::plan, "showOwnPlan", QT_TRANSLATE_NOOP("Actions", "Show my plan"), "Ctrl+Backspace",
         std::nullopt},
        {Id::pinPlan, Group::plan, "pinPlan", QT_TRANSLATE_NOOP("Actions", "Pin the plan of the selected row"), "",
         Icon::pin, true},
    };
}

std::vector<ActionSpec> helpActions()
{
    return {
        {Id::help, Group::help, "help", QT_TRANSLATE_NOOP("Actions", "Help"), "F1", Icon::help},
        {Id::tour, Group::help, "tour", QT_TRANSLATE_NOOP("Actions", "Tour of the window"), "", std::nullopt},
        {Id::shortcuts, Group::help, "shortcuts", QT_TRANSLATE_NOOP("Actions", "Keyboard shortcuts"), "?",
         std::nullopt},
        {Id::editShortcuts, Group::help, "editShortcuts", QT_TRANSLATE_NOOP("Actions", "Customize shortcuts …"),
         "Ctrl+Shift+K", Icon::settings},
        {Id::about, Group::help, "about", QT_TRANSLATE_NOOP("Actions", "About HeteroScope"), "", Icon::info},
    };
}

} // namespace

const std::vector<ActionSpec> &actionTable()
{
    // In the order of ActionId; a test checks it.
    static const std::vector<ActionSpec> table = [] {
        std::vector<ActionSpec> all;
        for (const auto &actions :
             {fileActions(), editActions(), canvasActions(), windowActions(), planActions(), helpActions()})
            all.insert(all.end(), actions.begin(), actions.end());
        return all;
    }();
    return table;
}

} // namespace heteroscope
