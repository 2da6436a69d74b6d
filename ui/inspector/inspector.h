// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector: shows and edits the selected items; without a selection, the training job and the shown plan.
#pragma once

#include "inspector/inspector_page.h"

#include <QScrollArea>

namespace heteroscope {

class Inspector : public QScrollArea
{
    Q_OBJECT

public:
    explicit Inspector(Session *session, QWidget *parent = nullptr);

    InspectorPage *page() const { return m_page; }
    /// Puts the keyboard into the field of the name, if the page has one.
    void editName();
    /// Takes the text that is being written on the page. False if it is not allowed.
    bool finishEditing() { return m_page->finishEditing(); }
    QSize sizeHint() const override { return {300, 600}; }
    /// As wide as the page needs to be whole.
    QSize minimumSizeHint() const override;

signals:
    /// Requests to edit the rate curve of the selected items.
    void scenarioRequested();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void rebuild();
    void refresh();
    InspectorPage *makePage();

    Session *m_session;
    InspectorPage *m_page = nullptr;
    bool m_naming = false; // the keyboard was in a name when its page went
};

// The pages, one file each.
InspectorPage *makeJobPage(Session &session);
InspectorPage *makeNodePage(Session &session, const std::string &name);
InspectorPage *makeDevicePage(Session &session, const NameSet &devices);
InspectorPage *makeSwitchPage(Session &session, const std::string &name);
InspectorPage *makeRackPage(Session &session, const std::string &name);
/// Of a device group by its name; `others` is what is selected with it.
InspectorPage *makeGroupPage(Session &session, const std::string &name, const NameSet &others);
/// Of one note, or of several.
InspectorPage *makeNotePage(Session &session, const NameSet &keys);
InspectorPage *makeLinkPage(Session &session, const NameSet &names);
InspectorPage *makeSeveralPage(Session &session, const NameSet &names);

} // namespace heteroscope
