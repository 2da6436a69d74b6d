// SPDX-License-Identifier: GPL-3.0-or-later
//
// The fields of a cluster recipe: rows of equal nodes with their number, and the fabric that connects them.
#pragma once

#include "project/recipe.h"

#include <QWidget>

class QComboBox;
class QSpinBox;
class QVBoxLayout;

namespace heteroscope {

class PlainForm;

class RecipeForm : public QWidget
{
    Q_OBJECT

public:
    /// The catalog must outlive it.
    explicit RecipeForm(const Catalog &catalog, QWidget *parent = nullptr);

    const ClusterRecipe &recipe() const { return m_recipe; }
    /// Shows it; says nothing.
    void setRecipe(const ClusterRecipe &recipe);

signals:
    /// By the user.
    void edited();

private:
    void showRows();
    void showFabric();
    QWidget *makeRow(std::size_t index);
    void change(const std::function<void(ClusterRecipe &)> &edit);

    const Catalog &m_catalog;
    ClusterRecipe m_recipe;
    QVBoxLayout *m_rows;
    PlainForm *m_form;
    QComboBox *m_shape;
    QSpinBox *m_ratio;
    QSpinBox *m_perLeaf;
    QSpinBox *m_torusRows;
    QComboBox *m_uplink;
    bool m_showing = false;
};

} // namespace heteroscope
