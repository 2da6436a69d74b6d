// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cluster wizard: a whole cluster from one line of text or from a few fields. Line and fields update each other,
// and a picture shows the result.
#pragma once

#include "document/document.h"
#include "project/recipe.h"

#include <QDialog>
#include <QLabel>

class QLineEdit;
class QPushButton;

namespace heteroscope {

class CanvasView;
class RecipeForm;

/// Draws a project as the canvas would, fitted.
class ClusterPreview : public QWidget
{
    Q_OBJECT

public:
    explicit ClusterPreview(QWidget *parent = nullptr);
    ~ClusterPreview() override;

    void setProject(const Project &project);
    /// Marks the picture as older than a mistake in the text.
    void setStale(bool stale);
    QSize sizeHint() const override { return {520, 380}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Document m_document;
    std::unique_ptr<CanvasView> m_canvas;
    bool m_stale = false;
};

class ClusterWizard : public QDialog
{
    Q_OBJECT

public:
    /// With the nodes and links of that catalog.
    explicit ClusterWizard(Catalog catalog = builtinCatalog(), QWidget *parent = nullptr);

    QLineEdit *line() const { return m_line; }
    RecipeForm *form() const { return m_form; }
    /// What is wrong with the line; empty when nothing is, or nothing is written yet.
    QString problem() const { return m_problemIcon->isHidden() ? QString() : m_words->text(); }
    /// What to add to the drawing.
    const Project &fragment() const { return m_fragment; }
    /// Asked when the cluster is to be added; the dialog stays as it is if the answer is false.
    void askBeforeAccepting(std::function<bool()> question) { m_question = std::move(question); }
    void accept() override;

private:
    void readLine();
    void readForm();
    void build(const ClusterRecipe &recipe);
    void showProblem(const Error &error);
    /// Below the line: what can be written there, or what is wrong with it.
    void showWords(const QString &words, bool isProblem);
    void setUsable(bool usable);

    const Catalog m_catalog;
    QLineEdit *m_line;
    QLabel *m_problemIcon;
    QLabel *m_words;
    RecipeForm *m_form;
    ClusterPreview *m_preview;
    QLabel *m_sum;
    QPushButton *m_add;
    Project m_fragment;
    std::function<bool()> m_question;
};

} // namespace heteroscope
