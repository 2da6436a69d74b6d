// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shown plan under two schedules on one axis, played in the dialog and saved as a film for slides.
#pragma once

#include "film/film.h"
#include "jobs/latest_job.h"

#include <QDialog>
#include <QTimer>

class QComboBox;
class QLabel;
class QPushButton;
class QSlider;

namespace heteroscope {

class FilmDialog : public QDialog
{
    Q_OBJECT

public:
    /// Asks for the name of the file; empty if cancelled.
    using AskForFile = std::function<QString(const QString &suggested)>;

    /// `shown` has a step.
    FilmDialog(Engine engine, std::shared_ptr<const Simulation> shown, AskForFile askForFile,
               QWidget *parent = nullptr);

    /// The film of what is chosen; nullptr while its steps are simulated, or if one cannot be.
    const ScheduleFilm *film() const { return m_film ? &*m_film : nullptr; }
    bool isRunning() const { return m_job.isRunning(); }
    void choose(ScheduleKind first, std::optional<ScheduleKind> second);

signals:
    void filmChanged();
    /// The file was written.
    void said(const QString &text);

private:
    void fillSchedules();
    std::vector<ScheduleKind> chosen() const;
    void simulate();
    void take(Result<std::vector<FilmStep>> steps);
    void makeFilm();
    void showFrame();
    void advance();
    void save();

    Engine m_engine;
    std::shared_ptr<const Simulation> m_shown;
    AskForFile m_askForFile;
    std::vector<FilmStep> m_steps;
    std::optional<ScheduleFilm> m_film;
    QComboBox *m_first;
    QComboBox *m_second;
    QComboBox *m_order;
    QWidget *m_picture;
    QLabel *m_problem;
    QSlider *m_slider;
    QPushButton *m_play;
    QPushButton *m_save;
    QTimer m_timer;
    LatestJob m_job; ///< last member: its thread is joined first
};

} // namespace heteroscope
