// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text from files is plain text everywhere in the window: a project in which every name is markup that would load a
// file is opened, simulated and planned, every dock, page of the inspector and dialog is shown, and every label, tip,
// title and model is asked for what it holds. A tip is also asked for by pointing at every place of the window.
#include "catalog/catalog_dialog.h"
#include "project/project_file.h"
#include "shell/command_palette.h"
#include "shell/files/standard_dialogs.h"
#include "shell/main_window.h"
#include "strategies/strategy_model.h"
#include "strategies/strategy_view.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/markup_probe.h"
#include "ui/support/window_fixture.h"
#include "widgets/plain_text.h"
#include "wizard/cluster_wizard.h"

#include <QAbstractButton>
#include <QMenu>
#include <QToolTip>

using namespace heteroscope;

namespace {

const std::string picture = "<img src='x.png'>";
/// As a name that a slash, a colon or # is not allowed in.
std::string hostile(const std::string &name) { return picture + "R&D [*] " + name; }

void renameThings(Cluster &cluster)
{
    for (Node &node : cluster.nodes)
        node.name = hostile(node.name);
    for (Switch &one : cluster.switches)
        one.name = hostile(one.name);
    for (Link &link : cluster.links) {
        link.name = hostile(link.name);
        link.from = hostile(link.from);
        link.to = hostile(link.to);
    }
}

void renameDevices(Plan &plan)
{
    for (Pipeline &pipeline : plan.pipelines)
        for (Stage &stage : pipeline.stages)
            for (TensorGroup &group : stage.groups)
                for (std::string &device : group.devices)
                    device = hostile(device);
    for (std::string &device : plan.unusedDevices)
        device = hostile(device);
}

/// The shipped example of four devices, which is searched in a moment, with other names for everything that has one.
Project hostileProject()
{
    const QString example = qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR") +
                            QStringLiteral("/resources/examples/rtx3090-titan.hscope.json");
    Project project = *loadProject(example.toStdString());
    project.title = hostile("title");
    project.description = hostile("description");
    project.workload.model.name = hostile("model");
    DeviceType own = *builtinCatalog().findDevice("H100-80GB SXM");
    own.name = hostile("device");
    own.source = hostile("source");
    own.notes = hostile("notes");
    for (Device &device : project.cluster.nodes.front().devices)
        device.type = own.name;
    project.cluster.deviceTypes.push_back(own);
    renameThings(project.cluster);
    std::map<std::string, CanvasPosition> places;
    for (const auto &[name, at] : project.canvas)
        places[hostile(name)] = at;
    project.canvas = std::move(places);
    for (NamedPlan &plan : project.plans) {
        plan.name = hostile(plan.name);
        renameDevices(plan.plan);
    }
    const std::string first = project.cluster.nodes.front().name;
    project.cluster.racks.push_back({hostile("rack"), {first}, 1, {}, false});
    project.cluster.deviceGroups.push_back({hostile("group"), {first + ":0", first + ":1"}, {}});
    Mapping rule;
    rule.group = hostile("group");
    rule.rule = MappingRule::allow;
    rule.indices = {90};
    project.mappings.push_back(rule);
    Note note;
    note.id = 1;
    note.text = hostile("note") + "\n" + picture;
    project.notes.push_back(note);
    project.library.models.push_back(project.workload.model);
    return project;
}

/// What is wrong with a text where Qt guesses; empty if nothing is.
QString tipMistake(const QString &text, const QString &where)
{
    return loadsSomething(text) ? where + QStringLiteral(" would load a file: ") + text : QString();
}

void checkModel(const QAbstractItemModel &model, const QModelIndex &parent, QStringList &mistakes)
{
    // The rows of a table are made by the same code: of long ones every so many.
    const int stride = std::max(1, model.rowCount(parent) / 20);
    for (int row = 0; row < model.rowCount(parent); row += stride) {
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex index = model.index(row, column, parent);
            for (const int role : {int(Qt::ToolTipRole), int(Qt::WhatsThisRole), int(Qt::StatusTipRole)})
                mistakes << tipMistake(index.data(role).toString(), QStringLiteral("a tip of a list"));
        }
        checkModel(model, model.index(row, 0, parent), mistakes);
    }
}

QString labelMistake(const QLabel &label)
{
    if (label.text().isEmpty() || label.textFormat() == Qt::PlainText)
        return {};
    if (label.inherits("QTipLabel")) // of Qt, which guesses: what it is given must not load anything
        return tipMistake(label.text(), QStringLiteral("a tip"));
    if (label.textFormat() == Qt::RichText && dynamic_cast<const MarkupLabel *>(&label))
        return tipMistake(label.text(), QStringLiteral("a label of markup"));
    return QStringLiteral("a label guesses: ") + label.text();
}

bool underlines(const QString &text)
{
    return QString(text).remove(QStringLiteral("&&")).contains(QStringLiteral("R&D"));
}

/// Of everything that exists now, shown or not.
QStringList mistakesOfWidgets()
{
    QStringList mistakes;
    for (const QWidget *widget : QApplication::allWidgets()) {
        const QString where = QString::fromLatin1(widget->metaObject()->className());
        mistakes << tipMistake(widget->toolTip(), where) << tipMistake(widget->whatsThis(), where)
                 << tipMistake(widget->statusTip(), where);
        if (const auto *label = qobject_cast<const QLabel *>(widget))
            mistakes << labelMistake(*label);
        if (const auto *button = qobject_cast<const QAbstractButton *>(widget); button && underlines(button->text()))
            mistakes << where + QStringLiteral(" underlines a letter of a name: ") + button->text();
        if (const auto *view = qobject_cast<const QAbstractItemView *>(widget); view && view->model())
            checkModel(*view->model(), {}, mistakes);
        for (const QAction *action : widget->actions()) {
            mistakes << tipMistake(action->toolTip(), QStringLiteral("an action"))
                     << tipMistake(action->whatsThis(), where);
            if (underlines(action->text()))
                mistakes << QStringLiteral("an action underlines a letter of a name: ") + action->text();
        }
    }
    mistakes.removeAll(QString());
    mistakes.removeDuplicates();
    return mistakes;
}

/// Points at every place of the window, and looks at the tip that comes.
QStringList mistakesOfTips(QWidget &window, int &tips)
{
    constexpr int step = 14; // px, less than any row or bar is high
    QStringList mistakes;
    for (int y = step / 2; y < window.height(); y += step) {
        for (int x = step / 2; x < window.width(); x += step * 4) {
            QWidget *widget = window.childAt(x, y);
            if (!widget)
                continue;
            const QPoint at = widget->mapFrom(&window, QPoint(x, y));
            QHelpEvent event(QEvent::ToolTip, at, widget->mapToGlobal(at));
            QApplication::sendEvent(widget, &event);
            const QString text = QToolTip::isVisible() ? QToolTip::text() : QString();
            tips += text.contains(QStringLiteral("img")) ? 1 : 0;
            mistakes << tipMistake(text, QString::fromLatin1(widget->metaObject()->className()));
        }
    }
    mistakes.removeAll(QString());
    mistakes.removeDuplicates();
    return mistakes;
}

} // namespace

class HostileNamesTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;
    std::unique_ptr<MainWindow> m_window;

    MainWindow &window() { return *m_window; }
    void verifyWidgets()
    {
        const QStringList mistakes = mistakesOfWidgets();
        QVERIFY2(mistakes.isEmpty(), qPrintable(mistakes.join(u'\n')));
    }
    /// Answers the question that asks, once it is open: it is looked at and cancelled.
    template<class Question>
    void verifyQuestion(const Question &question)
    {
        int seen = 0;
        QStringList mistakes;
        QTimer::singleShot(0, this, [&] {
            if (QWidget *dialog = QApplication::activeModalWidget()) {
                for (const QLabel *label : dialog->findChildren<QLabel *>())
                    seen += label->text().contains(QStringLiteral("<img")) ? 1 : 0;
                if (const auto *list = dialog->findChild<QAbstractItemView *>())
                    seen += list->model()->index(0, 0).data().toString().contains(QStringLiteral("<img")) ? 1 : 0;
                mistakes = mistakesOfWidgets();
                qobject_cast<QDialog *>(dialog)->reject();
            }
        });
        question();
        QVERIFY2(mistakes.isEmpty(), qPrintable(mistakes.join(u'\n')));
        QVERIFY(seen > 0);
    }

private slots:
    void initTestCase()
    {
        const QString file = m_settings.path(QStringLiteral("<img src='x.png'>R&D [*].hscope.json"));
        const Status saved = saveProject(hostileProject(), file.toStdString());
        QVERIFY2(saved, saved ? "" : toString(saved.error()).c_str());
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1440, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QVERIFY(m_window->files().open(file));
        m_window->session()->search();
        QTRY_VERIFY(m_window->session()->isIdle() && m_window->session()->result());
    }
    void cleanupTestCase() { m_window.reset(); }

    void theTitleIsTheNameOfTheFile()
    {
        QVERIFY2(window().windowTitle().contains(QStringLiteral("R&D [*][*]")), qPrintable(window().windowTitle()));
        verifyWidgets();
    }

    void everyDock()
    {
        int tips = 0;
        for (const Docks::Dock &dock : window().docks().all()) {
            Docks::show(dock.widget);
            QCoreApplication::processEvents();
            verifyWidgets();
            const QStringList mistakes = mistakesOfTips(window(), tips);
            QVERIFY2(mistakes.isEmpty(), qPrintable(mistakes.join(u'\n')));
        }
        QVERIFY2(tips > 20, qPrintable(QString::number(tips))); // names were among what was pointed at
    }

    void everyPageOfTheInspector()
    {
        const Project &project = window().document()->project();
        const std::string node = project.cluster.nodes.front().name;
        const std::vector<NameSet> selections = {{},
                                                 {node},
                                                 {project.cluster.switches.front().name},
                                                 {project.cluster.links.front().name},
                                                 {project.cluster.racks.front().name},
                                                 {groupKey(project.cluster.deviceGroups.front().name)},
                                                 {groupKey(project.cluster.deviceGroups.front().name), node},
                                                 {noteKey(1)},
                                                 {node, project.cluster.nodes.back().name}};
        for (const NameSet &names : selections) {
            window().document()->selection()->selectNames(names);
            QCoreApplication::processEvents();
            verifyWidgets();
        }
        window().document()->selection()->selectDevices({node + ":0"});
        verifyWidgets();
        window().document()->selection()->clear();
    }

    void menusAndHistory()
    {
        window().document()->edit(QString::fromStdString(hostile("step")),
                                  setTitle(window().document()->project(), "t", {}));
        verifyWidgets();
        window().document()->undoStack()->undo();
        verifyWidgets();
        for (QMenu *menu : window().findChildren<QMenu *>())
            emit menu->aboutToShow();
        verifyWidgets();
    }

    void theDialogsOfTheWindow()
    {
        CatalogDialog catalog(*window().document(), &window());
        catalog.show();
        ClusterWizard wizard(wholeCatalog(window().document()->project()), &window());
        wizard.show();
        for (const QString &line : {QStringLiteral("<img src=x.png>"), QStringLiteral("2x8 <img src=x.png> eth10")}) {
            wizard.line()->selectAll();
            QTest::keyClicks(wizard.line(), line);
            verifyWidgets();
        }
        window().actions()[ActionId::findCommand]->trigger();
        verifyWidgets();
        for (CommandPalette *palette : window().findChildren<CommandPalette *>())
            palette->close();
    }

    void questionsAndReports()
    {
        const Dialogs dialogs = standardDialogs(&window());
        const QString name = QString::fromStdString(hostile("name"));
        verifyQuestion([&] { dialogs.unsavedChanges(name); });
        verifyQuestion([&] { dialogs.openCopy(name, name); });
        verifyQuestion([&] { dialogs.overwriteChanged(name); });
        verifyQuestion([&] { dialogs.replaceFile(name); });
        LostWork work;
        work.name = name;
        work.origin.path = name;
        verifyQuestion([&] { dialogs.recover({work}); });
        dialogs.report(name, name);
        verifyWidgets();
        for (QMessageBox *box : window().findChildren<QMessageBox *>())
            box->close();
    }

    void theTableInAFileHoldsNoFormula()
    {
        const QString csv = toCsv(*window().view<StrategyView>()->model());
        QVERIFY(csv.count(u'\n') > 1);
        for (const QString &line : csv.split(u'\n'))
            for (const QString &field : line.split(u','))
                QVERIFY2(field.isEmpty() || !QStringLiteral("=+-@").contains(field.front()) || field.toDouble() != 0,
                         qPrintable(field));
    }
};

QTEST_MAIN(HostileNamesTest)
#include "hostile_names_test.moc"
