// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/inspector.h"

#include "project/device_groups.h"
#include "theme/theme.h"

#include <QApplication>
#include <QScrollBar>

#include <algorithm>

namespace heteroscope {

Inspector::Inspector(Session *session, QWidget *parent) : QScrollArea(parent), m_session(session)
{
    setObjectName(QStringLiteral("inspector"));
    setAccessibleName(tr("Inspector"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    Document *document = session->document();
    connect(document->selection(), &Selection::changed, this, &Inspector::rebuild);
    connect(document, &Document::projectChanged, this, &Inspector::refresh);
    connect(session, &Session::shownChanged, this, &Inspector::refresh);
    connect(session, &Session::staleChanged, this, &Inspector::refresh);
    connect(session, &Session::startTimeChanged, this, &Inspector::refresh);
    rebuild();
}

InspectorPage *Inspector::makePage()
{
    const Selection &selection = *m_session->document()->selection();
    const Cluster &cluster = m_session->document()->project().cluster;
    if (!selection.devices().empty())
        return makeDevicePage(*m_session, selection.devices());
    const NameSet &names = selection.names();
    if (names.empty())
        return makeJobPage(*m_session);
    if (std::all_of(names.begin(), names.end(), [&](const auto &name) { return cluster.findLink(name) != nullptr; }))
        return makeLinkPage(*m_session, names);
    const std::vector<Note> &notes = m_session->document()->project().notes;
    if (std::all_of(names.begin(), names.end(), [&](const auto &name) { return findNote(notes, name) != nullptr; }))
        return makeNotePage(*m_session, names);
    NameSet others = names;
    std::erase_if(others, [&](const auto &name) { return findDeviceGroup(cluster, name) != nullptr; });
    if (others.size() + 1 == names.size()) {
        const auto key =
            std::find_if(names.begin(), names.end(), [&](const auto &name) { return !others.count(name); });
        return makeGroupPage(*m_session, findDeviceGroup(cluster, *key)->name, others);
    }
    if (names.size() > 1)
        return makeSeveralPage(*m_session, names);
    if (cluster.findNode(*names.begin()))
        return makeNodePage(*m_session, *names.begin());
    if (cluster.findSwitch(*names.begin()))
        return makeSwitchPage(*m_session, *names.begin());
    if (cluster.findRack(*names.begin()))
        return makeRackPage(*m_session, *names.begin());
    return makeJobPage(*m_session);
}

QSize Inspector::minimumSizeHint() const
{
    constexpr int min = 260;
    const int page = m_page ? m_page->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width() : 0;
    return {std::max(min, page), QScrollArea::minimumSizeHint().height()};
}

bool Inspector::eventFilter(QObject *watched, QEvent *event)
{
    // Longer figures widen a page after it was built.
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

void Inspector::rebuild()
{
    // The old page may be in the middle of telling about an edit, so it goes later. The keyboard stays in the
    // inspector, in the name where one was just given (a rename goes through a moment where nothing is selected):
    // hiding what has the focus would throw it to the start of the window.
    const QWidget *focus = QApplication::focusWidget();
    if (widget() && focus && widget()->isAncestorOf(focus)) {
        m_naming = qobject_cast<const NameField *>(focus) != nullptr;
        setFocus();
    }
    m_naming = m_naming && hasFocus();
    if (QWidget *old = takeWidget()) {
        old->hide();
        old->deleteLater();
    }
    m_page = makePage();
    connect(m_page, &InspectorPage::scenarioRequested, this, &Inspector::scenarioRequested);
    m_page->refresh();
    setWidget(m_page);
    m_page->show();
    updateGeometry();
    if (auto *name = m_page->findChild<NameField *>(); name && m_naming)
        name->setFocus();
}

void Inspector::editName()
{
    if (auto *field = m_page->findChild<NameField *>()) {
        field->setFocus();
        field->selectAll();
    }
}

void Inspector::refresh()
{
    if (!m_page->refresh())
        rebuild();
    else
        updateGeometry();
}

} // namespace heteroscope
