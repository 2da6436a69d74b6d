// SPDX-License-Identifier: GPL-3.0-or-later
//
// The parts of a step on the page of a lesson, each in a box.
#include "lessons/formula_view.h"
#include "lessons/lesson_drawings.h"
#include "lessons/lesson_slider.h"
#include "lessons/lesson_view.h"
#include "report/glossary.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

#include <algorithm>

namespace heteroscope {
namespace {

/// The words of an answer; a click on them chooses it.
class ChoiceLabel : public PlainLabel
{
public:
    ChoiceLabel(const QString &words, QRadioButton *button) : PlainLabel(words), m_button(button) { setWordWrap(true); }

protected:
    void mousePressEvent(QMouseEvent *) override { m_button->click(); } // does nothing once it is answered

private:
    QRadioButton *m_button;
};

} // namespace

void LessonView::addPrediction()
{
    if (!m_player.step()->predict)
        return;
    QVBoxLayout *box = addBox(tr("Predict first"));
    addText(text(m_player.step()->predict->question), box, true);
    m_player.step()->predict->choices.empty() ? addNumber(box) : addChoices(box);
    m_check = new QPushButton(tr("Check"));
    m_check->setObjectName(QStringLiteral("checkAnswer"));
    connect(m_check, &QPushButton::clicked, this, &LessonView::check);
    box->addWidget(m_check, 0, Qt::AlignLeft);
    m_verdict = addText(QString(), box);
}

void LessonView::addChoices(QVBoxLayout *box)
{
    for (const PredictionChoice &choice : m_player.step()->predict->choices) {
        // Texts of buttons do not wrap; a long one would be cut.
        auto *button = new QRadioButton;
        button->setAccessibleName(text(choice.text));
        connect(button, &QRadioButton::toggled, this, &LessonView::refreshPrediction);
        auto *row = new QHBoxLayout;
        row->setSpacing(8);
        row->addWidget(button, 0, Qt::AlignTop);
        row->addWidget(new ChoiceLabel(text(choice.text), button), 1);
        box->addLayout(row);
        m_choices.push_back(button);
    }
}

void LessonView::addNumber(QVBoxLayout *box)
{
    m_number = new QLineEdit;
    m_number->setAccessibleName(text(m_player.step()->predict->question));
    m_number->setMaximumWidth(140);
    connect(m_number, &QLineEdit::textChanged, this, &LessonView::refreshPrediction);
    connect(m_number, &QLineEdit::returnPressed, this, &LessonView::check);
    box->addWidget(m_number);
}

void LessonView::addControls()
{
    for (const std::string &name : m_player.step()->controls) {
        const LessonControl &control = *m_player.lesson()->findControl(name);
        auto *box = new LessonBox;
        auto *layout = new QVBoxLayout(box);
        layout->setContentsMargins(12, 8, 12, 8);
        auto *row = new QHBoxLayout;
        auto *label = new PlainLabel(text(control.label));
        label->setFont(heteroscope::font(TypeRole::title));
        row->addWidget(label, 1);
        auto *value = new PlainLabel;
        value->setFont(heteroscope::font(TypeRole::title));
        row->addWidget(value);
        layout->addLayout(row);
        QWidget *field = makeField(control);
        field->setAccessibleName(text(control.label));
        layout->addWidget(field);
        m_content->addWidget(box);
        m_controls.push_back({&control, value, field});
        m_afterwards.push_back(box);
    }
}

QWidget *LessonView::makeField(const LessonControl &control)
{
    const auto choose = [this, &control](int index) {
        if (index >= 0 && index < static_cast<int>(control.values.size()))
            m_player.setValue(control, control.values[static_cast<std::size_t>(index)]);
    };
    if (std::holds_alternative<double>(control.values.front())) {
        std::vector<double> values;
        for (const ControlValue &value : control.values)
            values.push_back(std::get<double>(value));
        auto *slider = new LessonSlider(std::move(values));
        connect(slider, &QSlider::valueChanged, this, choose);
        return slider;
    }
    auto *box = new QComboBox;
    for (const ControlValue &value : control.values)
        box->addItem(QString::fromStdString(controlText(control, value)));
    connect(box, &QComboBox::activated, this, choose);
    return box;
}

void LessonView::addFormula()
{
    if (!m_player.step()->formula)
        return;
    QVBoxLayout *box = addBox(tr("The formula, with your numbers"));
    m_formula = new FormulaView;
    box->addWidget(m_formula);
    addText(text(m_player.step()->formula->because), box, true);
    QStringList meanings;
    for (const LessonName &name : m_player.lesson()->names)
        meanings << tr("%1: %2").arg(QString::fromStdString(name.name), text(name.meaning));
    if (!meanings.isEmpty())
        addText(meanings.join(u'\n'), box, true);
    m_afterwards.push_back(box->parentWidget());
}

void LessonView::addGoals()
{
    if (m_player.step()->goals.empty())
        return;
    QVBoxLayout *box = addBox(tr("Goals"));
    for (std::size_t i = 0; i < m_player.step()->goals.size(); ++i)
        m_goals.push_back(addText(QString(), box));
    m_afterwards.push_back(box->parentWidget());
}

void LessonView::addHints()
{
    if (m_player.step()->hints.empty())
        return;
    QVBoxLayout *box = addBox(tr("Hints"));
    for (const LessonText &hint : m_player.step()->hints)
        m_hintTexts.push_back(addText(text(hint), box, true));
    m_hint = new QPushButton;
    m_hint->setObjectName(QStringLiteral("showHint"));
    connect(m_hint, &QPushButton::clicked, &m_player, &LessonPlayer::showHint);
    box->addWidget(m_hint, 0, Qt::AlignLeft);
    m_afterwards.push_back(box->parentWidget());
}

void LessonView::addChart()
{
    if (!m_player.step()->chart)
        return;
    QVBoxLayout *box = addBox(text(m_player.step()->chart->title));
    m_curve = new LessonCurve;
    m_curve->setAccessibleName(text(m_player.step()->chart->title));
    box->addWidget(m_curve);
    addText(tr("Line: formula. Points: simulated, the large one where you are."), box, true);
    m_afterwards.push_back(box->parentWidget());
}

void LessonView::addMeasured()
{
    if (!m_player.step()->measured)
        return;
    QVBoxLayout *box = addBox(text(m_player.step()->measured->title));
    m_measured = addText(QString(), box);
    addText(tr("Source: %1").arg(QString::fromStdString(m_player.step()->measured->source)), box, true);
    m_afterwards.push_back(box->parentWidget());
}

/// What the words of the card and the question mean, which no card before had, from the glossary of the help.
void LessonView::addWords()
{
    const std::string language = m_language.toStdString();
    const auto spoken = [&language](const LessonStep &step) {
        return step.card.in(language) + '\n' + (step.predict ? step.predict->question.in(language) : std::string());
    };
    std::string before;
    for (std::size_t i = 0; i < m_player.stepIndex(); ++i)
        before += spoken(m_player.lesson()->steps[i]) + '\n';
    const auto known = termsIn(before, language);
    QStringList words;
    for (const GlossaryEntry *entry : termsIn(spoken(*m_player.step()), language))
        if (std::ranges::find(known, entry) == known.end())
            words << tr("%1: %2").arg(QString::fromStdString(entry->heading), QString::fromStdString(entry->meaning));
    if (words.isEmpty())
        return;
    QVBoxLayout *box = addBox(tr("Words"));
    for (const QString &word : words)
        addText(word, box, true);
}

void LessonView::addEnd()
{
    QVBoxLayout *box = addBox(tr("What you saw"));
    m_seen = addText(QString(), box);
    QVBoxLayout *more = addBox(tr("To read on"));
    addText(QString::fromStdString(m_player.lesson()->reference), more);
    if (!m_player.lesson()->url.empty())
        addText(QString::fromStdString(m_player.lesson()->url), more, true)
            ->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
}

} // namespace heteroscope
