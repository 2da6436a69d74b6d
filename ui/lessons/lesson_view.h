// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lessons dock: the list of lessons with what was finished, or the lesson that is being played: card, question,
// controls, formula beside the simulated value, goals, hints, what was measured. Everything can be done by keyboard.
#pragma once

#include "lessons/lesson_player.h"

#include <QWidget>

class QAbstractButton;
class QLabel;
class QLayout;
class QLineEdit;
class QListWidget;
class QPushButton;
class QScrollArea;
class QStackedLayout;
class QVBoxLayout;

namespace heteroscope {

class FormulaView;
class LessonCurve;

class LessonView : public QWidget
{
    Q_OBJECT

public:
    explicit LessonView(Session *session, QWidget *parent = nullptr);

    LessonPlayer *player() { return &m_player; }
    QListWidget *list() const { return m_list; }

    /// Shows the list of lessons.
    void showList();
    /// Plays a lesson whose project is the document now.
    void begin(const Lesson &lesson);
    /// Shows a step of a lesson that is being written; nothing leads back to the list, and the focus stays where it is.
    void preview(const Lesson &lesson, std::size_t step);

    /// Makes everything larger, for a large screen; at least 1.
    void setMagnification(double magnification);

    QSize sizeHint() const override { return {386, 700}; }

signals:
    /// The project of this lesson is to be opened, then begin() is called.
    void lessonChosen(const QString &name);
    /// A lesson of the user's own is to be opened from a file, or written; exercise sheets are to be made, or graded.
    void fileRequested();
    void authorRequested();
    void sheetsRequested();
    void gradingRequested();

private:
    /// A control of the step with the widgets that show it.
    struct ControlRow
    {
        const LessonControl *control = nullptr;
        QLabel *value = nullptr;
        QWidget *field = nullptr; ///< a slider or a combo box
    };

    QString text(const LessonText &text) const;
    QString placeText() const;
    QString filled(const LessonText &text) const;
    QWidget *makeList();
    QLayout *makeTeachersButtons(QWidget *page);
    void fillList();
    void chooseCurrent();
    void rebuild();
    void addHeader();
    QLabel *addText(const QString &text, QVBoxLayout *layout, bool isQuiet = false);
    QVBoxLayout *addBox(const QString &title);
    void addPrediction();
    void addChoices(QVBoxLayout *box);
    void addNumber(QVBoxLayout *box);
    void addControls();
    QWidget *makeField(const LessonControl &control);
    void addFormula();
    void addGoals();
    void addHints();
    void addChart();
    void addMeasured();
    void addWords();
    void addEnd();
    QLayout *makeButtons();
    void refresh();
    void refreshPrediction();
    void refreshControls();
    void refreshGoals();
    void refreshMeasured();
    void refreshSpoken();
    QString verdictText() const;
    void check();

    LessonPlayer m_player;
    QString m_language;
    double m_magnification = 1;
    QStackedLayout *m_pages = nullptr;
    QListWidget *m_list = nullptr;
    QScrollArea *m_scroll = nullptr;
    QPushButton *m_back = nullptr;
    QPushButton *m_next = nullptr;
    QVBoxLayout *m_content = nullptr; ///< of the step
    // Parts of the present step; null where it has none.
    std::vector<QAbstractButton *> m_choices;
    QLineEdit *m_number = nullptr;
    QPushButton *m_check = nullptr;
    QLabel *m_verdict = nullptr;
    std::vector<ControlRow> m_controls;
    FormulaView *m_formula = nullptr;
    LessonCurve *m_curve = nullptr;
    std::vector<QLabel *> m_goals;
    std::vector<QLabel *> m_hintTexts;
    QPushButton *m_hint = nullptr;
    QLabel *m_measured = nullptr;
    QLabel *m_seen = nullptr;
    std::vector<QWidget *> m_afterwards; ///< shown once the question is answered
};

} // namespace heteroscope
