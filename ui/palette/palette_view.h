// SPDX-License-Identifier: GPL-3.0-or-later
//
// The palette: search field above the tree. Rows are dragged onto the canvas; Enter adds the current one.
#pragma once

#include "palette/palette_model.h"

#include <QLineEdit>
#include <QTreeView>
#include <QWidget>

namespace heteroscope {

class PaletteView : public QWidget
{
    Q_OBJECT

public:
    PaletteView(const Catalog &catalog, std::vector<PaletteExample> shipped, QWidget *parent = nullptr);

    QLineEdit *searchField() const { return m_search; }
    QTreeView *tree() const { return m_tree; }
    PaletteModel *model() const { return m_model; }
    PaletteFilter *filter() const { return m_filter; }

    /// Lists the project's own entries first.
    void setOwn(const Catalog &own);
    /// Marks the link type that drawing uses.
    void setCurrentLink(const QString &name);
    const QString &currentLink() const { return m_currentLink; }
    /// What Enter does with a row, as a command; empty for the title of a section.
    static QString activationText(const QModelIndex &index);
    /// Does that.
    void activate(const QModelIndex &index) { activate(index, true); }

    QSize sizeHint() const override { return {220, 600}; }

signals:
    /// Enter or double click on something that can be added to the canvas.
    void addRequested(heteroscope::PaletteKind kind, const QString &name);
    void linkChosen(const QString &name);
    void exampleChosen(const QString &file);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void activate(const QModelIndex &index, bool byKeyboard);
    void press(const QModelIndex &index);

    PaletteModel *m_model;
    PaletteFilter *m_filter;
    QLineEdit *m_search;
    QTreeView *m_tree;
    QString m_currentLink;
};

} // namespace heteroscope
