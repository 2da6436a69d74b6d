// SPDX-License-Identifier: GPL-3.0-or-later
//
// The welcome page: three doors (an example, a drawing, a lesson), a fourth to open a file, the gallery of examples
// with cluster, simulated step, question and answer, recent files. The keys 1 to 4 choose a door; Escape opens the
// small mixed example.
#pragma once

#include "welcome/example_cards.h"

#include <QAbstractButton>
#include <QScrollArea>
#include <QWidget>

class QGridLayout;
class QVBoxLayout;

namespace heteroscope {

/// A card that can be pressed; paints itself.
class WelcomeCard : public QAbstractButton
{
    Q_OBJECT

public:
    enum class Kind { exampleDoor, drawDoor, lessonDoor, openDoor, example, recent };

    WelcomeCard(Kind kind, QWidget *parent);
    void setTexts(const QString &title, const QString &detail, const QString &key = {});
    void setFigures(const QString &left, const QString &right);
    void setResult(std::shared_ptr<const StepResult> result);
    /// Of an example: its cluster, its question, and the answer or, while that is empty, the room for it.
    void setExample(ProjectSnapshot project, const QString &question, const QString &answerPattern);
    void setAnswer(const QString &answer);
    const QString &answer() const { return m_answer; }
    /// Pixels that all texts of an example need below its picture at this width.
    int exampleHeight(int width) const;
    void setPrimary(bool primary) { m_primary = primary; }

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void enterEvent(QEnterEvent *event) override
    {
        update();
        QAbstractButton::enterEvent(event);
    }
    void leaveEvent(QEvent *event) override
    {
        update();
        QAbstractButton::leaveEvent(event);
    }

private:
    void paintPicture(QPainter &painter, const QRectF &rect) const;
    void paintDoorTexts(QPainter &painter, const QRectF &rect) const;
    void paintExampleTexts(QPainter &painter, const QRectF &rect) const;
    void paintRecent(QPainter &painter) const;
    double exampleTextHeight(double width) const;
    void describe();

    Kind m_kind;
    QString m_title;
    QString m_detail;
    QString m_key;
    QString m_left;
    QString m_right;
    QString m_question;
    QString m_answer;
    QString m_answerPattern;
    ProjectSnapshot m_project; ///< of an example
    bool m_primary = false;
    std::shared_ptr<const StepResult> m_result;
};

class WelcomePage : public QScrollArea
{
    Q_OBJECT

public:
    explicit WelcomePage(ExampleCards *examples, QWidget *parent = nullptr);

    /// Reads the recent files anew.
    void refreshRecent();

signals:
    void exampleChosen(int card);
    void drawChosen();
    void lessonsChosen();
    void openChosen();
    void recentChosen(const QString &path);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void showCard(int index);
    void chooseFavourite();
    void arrange();
    /// Places the cards of the examples in rows from y on; returns the bottom of the last.
    int arrangeExamples(int left, int y, int width);

    ExampleCards *m_examples;
    QWidget *m_content;
    std::vector<WelcomeCard *> m_doors;
    std::vector<WelcomeCard *> m_cards;
    QWidget *m_recent;
    QVBoxLayout *m_recentLayout;
    QWidget *m_header;
    QWidget *m_examplesTitle;
    QWidget *m_recentTitle;
};

} // namespace heteroscope
