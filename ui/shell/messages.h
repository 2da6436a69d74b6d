// SPDX-License-Identifier: GPL-3.0-or-later
//
// The messages about the project as a list: mistakes, plans that cannot run, memory overflows, warnings, and the
// assumptions of the shown simulation. Each may name an item of the canvas to jump to.
#pragma once

#include "jobs/session.h"
#include "project/advice.h"

#include <QAbstractListModel>
#include <QListView>

namespace heteroscope {

struct Message
{
    enum class Kind { error, warning, note, assumption };
    Kind kind = Kind::warning;
    QString text;
    QString hint;
    std::string thing;                 ///< the node, switch, link or device group (its key) concerned; may be empty
    std::optional<Advice> advice = {}; ///< the fix that can be applied
    friend bool operator==(const Message &, const Message &) = default;
};

/// All messages, errors first.
std::vector<Message> collectMessages(const Session &session);

class MessagesModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Roles { HintRole = Qt::UserRole, KindRole, ThingRole, FixRole };
    using QAbstractListModel::QAbstractListModel;

    void setMessages(std::vector<Message> messages);
    const std::vector<Message> &messages() const { return m_messages; }
    int count(Message::Kind kind) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    std::vector<Message> m_messages;
};

class MessagesView : public QListView
{
    Q_OBJECT

public:
    explicit MessagesView(Session *session, QWidget *parent = nullptr);

    MessagesModel *messagesModel() const { return m_model; }
    /// Applies the fix of the selected message, or of the first message that has one. Returns false if none has.
    bool applyFix();
    bool canApplyFix() const;
    /// The area of a row's fix button in the viewport; empty if the message has no fix.
    QRect mendRect(const QModelIndex &index) const;

signals:
    void countChanged();
    void jumpTo(const QString &thing);

protected:
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    void refresh();
    void applyFix(const QModelIndex &index);
    QModelIndex mendable() const;

    Session *m_session;
    MessagesModel *m_model;
};

} // namespace heteroscope
