// SPDX-License-Identifier: GPL-3.0-or-later
#include "film/film_dialog.h"

#include "language/plan_words.h"
#include "language/sentences.h"
#include "strategy/change_schedule.h"
#include "widgets/plain_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr QSize usualFilm(1280, 720); // of a slide
constexpr QSize usualDialog(1000, 650);

/// The present picture of the film, as large as it goes.
class FilmScreen : public QWidget
{
public:
    using QWidget::QWidget;

    void setPicture(std::string svg, QSize size)
    {
        m_svg = std::move(svg);
        m_size = size;
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), currentTheme()[Role::base]);
        if (m_svg.empty())
            return;
        const QSizeF fitted = QSizeF(m_size).scaled(size(), Qt::KeepAspectRatio);
        paintStill(painter, m_svg, QRectF(QPointF((width() - fitted.width()) / 2, 0), fitted));
    }

private:
    std::string m_svg;
    QSize m_size;
};

} // namespace

FilmDialog::FilmDialog(Engine engine, std::shared_ptr<const Simulation> shown, AskForFile askForFile, QWidget *parent)
    : QDialog(parent),
      m_engine(std::move(engine)),
      m_shown(std::move(shown)),
      m_askForFile(std::move(askForFile)),
      m_first(new QComboBox(this)),
      m_second(new QComboBox(this)),
      m_order(new QComboBox(this)),
      m_picture(new FilmScreen(this)),
      m_problem(new PlainLabel(this)),
      m_slider(new QSlider(Qt::Horizontal, this)),
      m_play(new QPushButton(this)),
      m_save(new QPushButton(tr("Save as …"), this))
{
    setWindowTitle(tr("Animated schedules"));
    resize(usualDialog);
    m_picture->setAccessibleName(tr("Film"));
    m_picture->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_slider->setAccessibleName(tr("Picture of the film"));
    m_problem->setWordWrap(true);
    m_order->addItem(tr("micro-batch by micro-batch"), static_cast<int>(FilmOrder::microBatch));
    m_order->addItem(tr("as time goes by"), static_cast<int>(FilmOrder::time));
    fillSchedules();

    auto *layout = new QVBoxLayout(this);
    auto *choices = new QHBoxLayout;
    const auto addChoice = [&](const QString &name, QComboBox *box) {
        auto *label = new PlainLabel(name, this);
        label->setBuddy(box);
        box->setAccessibleName(name);
        choices->addWidget(label);
        choices->addWidget(box);
        connect(box, &QComboBox::currentIndexChanged, this,
                box == m_order ? &FilmDialog::makeFilm : &FilmDialog::simulate);
    };
    addChoice(tr("Schedule"), m_first);
    addChoice(tr("against"), m_second);
    addChoice(tr("drawn"), m_order);
    choices->addStretch(1);
    layout->addLayout(choices);
    layout->addWidget(m_problem);
    layout->addWidget(m_picture, 1);
    auto *below = new QHBoxLayout;
    below->addWidget(m_play);
    below->addWidget(m_slider, 1);
    below->addWidget(m_save);
    layout->addLayout(below);

    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &FilmDialog::advance);
    connect(m_play, &QPushButton::clicked, this, [this] {
        m_timer.isActive() ? m_timer.stop() : advance();
        m_play->setText(m_timer.isActive() ? tr("Pause") : tr("Play"));
    });
    connect(m_slider, &QSlider::valueChanged, this, &FilmDialog::showFrame);
    connect(m_save, &QPushButton::clicked, this, &FilmDialog::save);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, &FilmDialog::makeFilm);
    m_play->setText(tr("Play"));
    simulate();
}

void FilmDialog::fillSchedules()
{
    m_second->addItem(tr("nothing"), -1);
    // A plan may be under a schedule that no plan can be changed to.
    std::vector<ScheduleKind> kinds = changeableSchedules();
    if (std::ranges::find(kinds, m_shown->plan.schedule) == kinds.end())
        kinds.insert(kinds.begin(), m_shown->plan.schedule);
    for (const ScheduleKind kind : kinds)
        for (QComboBox *box : {m_first, m_second})
            box->addItem(wordOf(kind), static_cast<int>(kind));
    m_first->setCurrentIndex(m_first->findData(static_cast<int>(m_shown->plan.schedule)));
    const ScheduleKind other =
        m_shown->plan.schedule == ScheduleKind::gpipe ? ScheduleKind::oneFOneB : ScheduleKind::gpipe;
    m_second->setCurrentIndex(m_second->findData(static_cast<int>(other)));
}

void FilmDialog::choose(ScheduleKind first, std::optional<ScheduleKind> second)
{
    m_first->setCurrentIndex(m_first->findData(static_cast<int>(first)));
    m_second->setCurrentIndex(m_second->findData(second ? static_cast<int>(*second) : -1));
}

std::vector<ScheduleKind> FilmDialog::chosen() const
{
    std::vector<ScheduleKind> kinds = {static_cast<ScheduleKind>(m_first->currentData().toInt())};
    if (m_second->currentData().toInt() >= 0)
        kinds.push_back(static_cast<ScheduleKind>(m_second->currentData().toInt()));
    return kinds;
}

void FilmDialog::simulate()
{
    m_job.start([engine = m_engine, shown = m_shown, kinds = chosen()](
                    LatestJob::Handle &handle) { return filmSteps(engine, *shown, kinds, handle.stopToken()); },
                [this](Result<std::vector<FilmStep>> steps) { take(std::move(steps)); });
}

void FilmDialog::take(Result<std::vector<FilmStep>> steps)
{
    m_problem->setText(steps ? QString() : sentenceWithHint(steps.error()));
    m_problem->setVisible(!steps);
    m_steps = steps ? std::move(*steps) : std::vector<FilmStep>();
    makeFilm();
}

void FilmDialog::makeFilm()
{
    m_film.reset();
    if (!m_steps.empty())
        m_film.emplace(heteroscope::makeFilm(m_steps, static_cast<FilmOrder>(m_order->currentData().toInt()),
                                             {usualFilm}, currentTheme()));
    for (QWidget *widget : std::initializer_list<QWidget *>{m_slider, m_play, m_save})
        widget->setEnabled(m_film.has_value());
    if (m_film) {
        m_slider->setRange(0, static_cast<int>(m_film->frames()) - 1);
        m_slider->setValue(m_slider->maximum());
    }
    showFrame();
    emit filmChanged();
}

void FilmDialog::showFrame()
{
    auto *screen = static_cast<FilmScreen *>(m_picture);
    if (m_film)
        screen->setPicture(m_film->still(static_cast<std::size_t>(m_slider->value())),
                           {m_film->width(), m_film->height()});
    else
        screen->setPicture({}, {});
}

void FilmDialog::advance()
{
    if (!m_film)
        return;
    m_slider->setValue(m_slider->value() == m_slider->maximum() ? 0 : m_slider->value() + 1);
    m_timer.start(static_cast<int>(1000 * m_film->secondsOf(static_cast<std::size_t>(m_slider->value()))));
}

void FilmDialog::save()
{
    const QString path = m_askForFile(QStringLiteral("schedule.svg"));
    if (path.isEmpty() || m_steps.empty())
        return;
    // On white paper, as all that leaves the window.
    const ScheduleFilm film = heteroscope::makeFilm(m_steps, static_cast<FilmOrder>(m_order->currentData().toInt()),
                                                    {usualFilm}, theme(ThemeKind::light));
    const QString problem = writeFilm(path, film);
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    if (problem.isEmpty())
        emit said(tr("Wrote %1").arg(path));
}

} // namespace heteroscope
