// SPDX-License-Identifier: GPL-3.0-or-later
//
// The gallery of examples, simulated one after the other on a worker so that the welcome page can show their true steps
// and answer their questions with the figures of them.
#pragma once

#include "jobs/engine.h"
#include "jobs/latest_job.h"
#include "jobs/simulation.h"

#include <vector>

namespace heteroscope {

struct ExampleCard
{
    std::size_t entry = 0; ///< index in builtinGallery()
    QString file;
    QString title;
    QString devices; ///< "A100, H100, 3090 · 32", and when the step begins if not at 0
    QString description;
    QString question;
    QString answerPattern; ///< the answer with the names of its figures, which is not shorter than with their values
    QString answer;        ///< with the figures of the simulated step; empty until it is simulated
    ProjectSnapshot project;
    Seconds startTime{};                      ///< of the step that answers the question
    std::shared_ptr<const StepResult> result; ///< null until it is simulated
};

class ExampleCards : public QObject
{
    Q_OBJECT

public:
    explicit ExampleCards(Engine engine, QObject *parent = nullptr);

    const std::vector<ExampleCard> &cards() const { return m_cards; }
    /// The card that Escape opens and that is simulated first: a small mixed cluster; -1 when there are no examples.
    int favourite() const;
    /// Starts the simulations that are missing.
    void simulateAll();

signals:
    void cardChanged(int index);

private:
    Engine m_engine;
    std::vector<ExampleCard> m_cards;
    LatestJob m_job;
};

} // namespace heteroscope
