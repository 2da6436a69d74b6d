// SPDX-License-Identifier: GPL-3.0-or-later
//
// The values of one catalog entry as a form: numbers with units and ranges, texts, choices. The same form shows a
// built-in entry read-only and a project's own entry for editing. Input changes a draft, which is offered as an edit
// each time. A draft that is not allowed yet (its numbers contradict each other) stays until it is.
#pragma once

#include "project/library_edits.h"
#include "widgets/fields.h"

#include <QSpinBox>

class QCheckBox;
class QLabel;
class QVBoxLayout;

namespace heteroscope {

class EntryForm : public QWidget
{
    Q_OBJECT

public:
    explicit EntryForm(QWidget *parent = nullptr);

    /// Shows the entry, except when it is the one that the draft was begun with.
    void setEntry(const CatalogEntry &entry, bool own);
    const CatalogEntry &draft() const { return m_draft; }

signals:
    /// The user changed one thing; `key` is the same for changes that belong together.
    void edited(const heteroscope::CatalogEntry &draft, const QString &key);
    void editingFinished();

protected:
    using Number = std::optional<double>;

    /// A rule and a title between the rows.
    void addSection(const QString &title);
    QuantityField *addQuantity(const QString &label, std::vector<QuantityField::Unit> units, double smallest,
                               double largest, std::function<Number(const CatalogEntry &)> read,
                               std::function<void(CatalogEntry &, Number)> write);
    QSpinBox *addCount(const QString &label, int smallest, int largest, std::function<int(const CatalogEntry &)> read,
                       std::function<void(CatalogEntry &, int)> write);
    QLineEdit *addText(const QString &label, std::function<std::string(const CatalogEntry &)> read,
                       std::function<void(CatalogEntry &, const std::string &)> write);
    QComboBox *addChoice(const QString &label, const QStringList &words,
                         std::function<QString(const CatalogEntry &)> read,
                         std::function<void(CatalogEntry &, const QString &)> write);
    QCheckBox *addFlag(const QString &label, std::function<bool(const CatalogEntry &)> read,
                       std::function<void(CatalogEntry &, bool)> write);
    /// Computed from the entry, to be read only.
    void addFact(const QString &label, std::function<QString(const CatalogEntry &)> read);
    void addRow(const QString &label, QWidget *field);
    /// A row of plain words in full ink, wrapped, that can be selected.
    QLabel *addWords(const QString &label);
    /// The last rows: where the figures come from, and notes.
    void addOrigin(std::function<std::string &(CatalogEntry &)> source,
                   std::function<bool &(CatalogEntry &)> fromMemory,
                   std::function<std::string &(CatalogEntry &)> notes);

    void change(const QString &key, const std::function<void(CatalogEntry &)> &write);
    bool isOwn() const { return m_own; }
    /// Calls it whenever there is something else to show.
    void onShow(std::function<void()> show) { m_shows.push_back(std::move(show)); }

private:
    void refresh();
    /// Of a field and its words, as they stand in one form, the field where the entry can be edited.
    void showOneOf(PlainForm *form, QWidget *field, QLabel *words) const;

    QVBoxLayout *m_layout;
    PlainForm *m_form = nullptr;
    std::vector<std::function<void()>> m_shows;
    CatalogEntry m_taken;
    CatalogEntry m_draft;
    bool m_own = false;
    bool m_showing = false;
};

EntryForm *makeDeviceForm(QWidget *parent);
EntryForm *makeLinkForm(QWidget *parent);
EntryForm *makeModelForm(QWidget *parent);
/// `project` is asked for the device types there are.
EntryForm *makeNodeForm(std::function<const Project &()> project, QWidget *parent);
EntryForm *makeEntryForm(EntryKind kind, std::function<const Project &()> project, QWidget *parent);

} // namespace heteroscope
