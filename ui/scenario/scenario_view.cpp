// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/scenario_view.h"

#include "cluster/scenario_span.h"
#include "language/sentences.h"
#include "scenario/curve_plot.h"
#include "scenario/shape_form.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/fields.h"
#include "widgets/plain_text.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr int sideWidth = 218;
constexpr Seconds usualLength{3600}; // of a scenario that has no change yet

} // namespace

ScenarioView::ScenarioView(Session *session, QWidget *parent)
    : QWidget(parent),
      m_session(session),
      m_document(session->document()),
      m_title(new PlainLabel(this)),
      m_kind(new QComboBox(this)),
      m_things(new QComboBox(this)),
      m_shapes(new ShapeForm(this)),
      m_plot(new CurvePlot(this)),
      m_saying(new PlainLabel(this)),
      m_length(new QuantityField(tr("Length of the time axis"),
                                 {{QStringLiteral("s"), 1}, {QStringLiteral("min"), 60}, {QStringLiteral("h"), 3600}},
                                 this)),
      m_model(new CurveTable(this)),
      m_table(new QTableView(this)),
      m_add(new QPushButton(tr("Add"), this)),
      m_remove(new QPushButton(tr("Remove"), this)),
      m_paste(new QPushButton(tr("Paste CSV"), this)),
      m_clear(new QPushButton(tr("Clear"), this))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setUpFields();
    setUpTable();
    arrange();
    connectPlot();
    connectButtons();
    connect(m_things, &QComboBox::activated, this, &ScenarioView::selectThing);
    connect(m_kind, &QComboBox::activated, this, &ScenarioView::refresh);
    connect(m_document->selection(), &Selection::changed, this, &ScenarioView::refresh);
    connect(m_document, &Document::projectChanged, this, &ScenarioView::refresh);
    connect(m_session, &Session::startTimeChanged, this, &ScenarioView::refresh);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, [this] { say({}); });
    refresh();
}

void ScenarioView::setUpFields()
{
    m_title->setFont(heteroscope::font(TypeRole::title));
    m_kind->addItems({tr("Rate"), tr("Price")});
    m_kind->setAccessibleName(tr("What is drawn over time"));
    m_kind->setToolTip(tr("The rate of links and devices, or what the devices of nodes cost: hscope replan counts it"));
    m_things->setAccessibleName(tr("Links and devices that change"));
    m_things->setToolTip(tr("Links and devices whose rate changes over time"));
    m_saying->setFont(heteroscope::font(TypeRole::label));
    m_saying->setForegroundRole(QPalette::WindowText);
    m_saying->setWordWrap(true);
    m_saying->setMinimumWidth(1); // however narrow, it wraps
    m_length->setRange(1e-3, 1e9);
    m_length->setValue(usualLength.value);
    m_paste->setToolTip(tr("Take the curve from copied text: time in seconds and factor or bandwidth (Ctrl+V)"));
    m_clear->setToolTip(tr("Make the rate constant"));
}

void ScenarioView::setUpTable()
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Points of the curve"));
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setMinimumSectionSize(tableRowHeight);
    m_table->verticalHeader()->setDefaultSectionSize(tableRowHeight);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
}

void ScenarioView::arrange()
{
    auto *left = new QVBoxLayout;
    left->setSpacing(6);
    left->addWidget(m_title);
    left->addWidget(m_kind);
    left->addWidget(m_things);
    left->addWidget(m_shapes);
    left->addStretch(1);
    auto *middle = new QVBoxLayout;
    middle->setSpacing(2);
    middle->addWidget(m_plot, 1);
    middle->addWidget(m_saying);
    auto *right = new QVBoxLayout;
    right->setSpacing(6);
    auto *axis = new QHBoxLayout;
    axis->addWidget(new PlainLabel(tr("Axis"), this));
    axis->addWidget(m_length, 1);
    right->addLayout(axis);
    right->addWidget(m_table, 1);
    auto *buttons = new QGridLayout;
    buttons->setSpacing(6);
    buttons->addWidget(m_add, 0, 0);
    buttons->addWidget(m_remove, 0, 1);
    buttons->addWidget(m_paste, 1, 0);
    buttons->addWidget(m_clear, 1, 1);
    right->addLayout(buttons);
    auto *all = new QHBoxLayout(this);
    all->setContentsMargins(14, 10, 14, 10);
    all->setSpacing(14);
    const auto column = [this, all](QLayout *layout) {
        auto *box = new QWidget(this);
        layout->setContentsMargins(0, 0, 0, 0);
        box->setLayout(layout);
        box->setFixedWidth(sideWidth);
        all->addWidget(box);
    };
    column(left);
    all->addLayout(middle, 1);
    column(right);
}

void ScenarioView::connectPlot()
{
    connect(m_plot, &CurvePlot::edited, this, &ScenarioView::change);
    connect(m_plot, &CurvePlot::editingFinished, m_document, &Document::endMerge);
    connect(m_plot, &CurvePlot::momentMoved, m_session, &Session::setStartTime);
    connect(m_plot, &CurvePlot::selectionChanged, this, [this](int point) {
        if (point >= 0)
            m_table->selectRow(point);
        else
            m_table->clearSelection();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &row) {
        if (row.isValid())
            m_plot->select(row.row());
    });
    connect(m_model, &CurveTable::edited, this, [this](const RateCurve &curve, const QString &what) {
        change(curve, what);
        m_document->endMerge();
    });
    connect(m_model, &CurveTable::refused, this, &ScenarioView::say);
    connect(m_shapes, &ShapeForm::previewed, m_plot, &CurvePlot::setPreview);
    connect(m_shapes, &ShapeForm::refused, this, &ScenarioView::say);
    connect(m_shapes, &ShapeForm::chosen, this, [this](const RateCurve &curve, const QString &shape) {
        change(curve, shape);
        m_document->endMerge();
    });
}

void ScenarioView::connectButtons()
{
    connect(m_length, &QuantityField::edited, this, &ScenarioView::refresh);
    connect(m_add, &QPushButton::clicked, this, &ScenarioView::addRow);
    connect(m_remove, &QPushButton::clicked, this, &ScenarioView::removeRow);
    connect(m_paste, &QPushButton::clicked, this, &ScenarioView::paste);
    connect(m_clear, &QPushButton::clicked, this, [this] {
        change({}, tr("Clear the curve"));
        m_document->endMerge();
    });
}

void ScenarioView::selectThing(int row)
{
    if (row < 1)
        return;
    const CurveSubjects thing = m_changing[static_cast<std::size_t>(row - 1)];
    m_kind->setCurrentIndex(thing.prices.empty() ? 0 : 1);
    if (!thing.prices.empty())
        m_document->selection()->selectNames(thing.prices);
    else if (thing.devices.empty())
        m_document->selection()->selectNames(thing.links);
    else
        m_document->selection()->selectDevices(thing.devices);
}

QString ScenarioView::saying() const { return m_saying->text(); }

void ScenarioView::say(const QString &reason)
{
    QString text = reason;
    if (text.isEmpty() && m_subjects.isEmpty())
        text = showsPrice() ? tr("Select a node on the canvas: what its devices cost over time is drawn here.")
                            : tr("Select a link or a device on the canvas: its rate over time is drawn here.");
    else if (text.isEmpty())
        text = tr("Drag points; double-click adds one, Delete removes it. The time axis sets the start.");
    QPalette colours = m_saying->palette();
    colours.setColor(QPalette::WindowText, currentTheme()[reason.isEmpty() ? Role::muted : Role::error]);
    m_saying->setPalette(colours);
    m_saying->setText(text);
    m_saying->setToolTip(plainTip(text));
}

void ScenarioView::refreshThings()
{
    const Cluster &cluster = m_document->project().cluster;
    std::vector<CurveSubjects> changing = changingThings(m_document->project());
    m_things->setCurrentIndex(0);
    if (changing == m_changing && m_things->count() > 0)
        return;
    m_changing = std::move(changing);
    m_things->clear();
    m_things->addItem(m_changing.empty()       ? tr("Nothing changes over time yet")
                      : m_changing.size() == 1 ? tr("1 item changes")
                                               : tr("%1 items change").arg(m_changing.size()));
    for (const CurveSubjects &thing : m_changing)
        m_things->addItem(subjectText(thing, cluster));
    m_things->setEnabled(!m_changing.empty());
}

void ScenarioView::refresh()
{
    const Cluster &cluster = m_document->project().cluster;
    const Selection &selection = *m_document->selection();
    CurveSubjects now = showsPrice() ? priceSubjectsOf(selection, cluster) : subjectsOf(selection, cluster);
    refreshThings();
    if (now.isEmpty() && m_changing.size() == 1 && showsPrice() != m_changing.front().prices.empty())
        now = m_changing.front();
    const bool other = now != m_subjects;
    m_subjects = std::move(now);
    const auto curve = curveOf(m_subjects, m_document->project());
    const bool mixed = curve && !haveOneCurve(m_subjects, m_document->project());
    const RateCurve shown = curve && !mixed ? *curve : RateCurve{};
    m_title->setText(m_subjects.isEmpty() ? showsPrice() ? tr("Price over time") : tr("Rate over time")
                                          : subjectText(m_subjects, cluster));
    m_title->setToolTip(plainTip(m_title->text()));
    if (other)
        m_plot->select(-1);
    // The axis is as long as asked for, and long enough for what there is.
    Seconds horizon(m_length->value().value_or(usualLength.value));
    if (!m_length->edit()->hasFocus()) {
        const Seconds needed =
            std::max(scenarioSpan(cluster).horizon(), shown.points.empty() ? Seconds(0) : shown.points.back().at * 1.1);
        if (needed > Seconds(0) && (needed > horizon || other)) {
            horizon = needed;
            m_length->setValue(horizon.value);
        }
    }
    m_plot->setHorizon(horizon);
    m_shapes->setHorizon(horizon);
    m_model->setValueName(showsPrice() ? tr("Price") : tr("Rate"));
    m_model->setCurve(shown, horizon);
    m_plot->setCurve(shown);
    m_plot->setMoment(m_session->startTime());
    const Link *link =
        m_subjects.size() == 1 && !m_subjects.links.empty() ? cluster.findLink(*m_subjects.links.begin()) : nullptr;
    if (!m_subjects.prices.empty())
        m_plot->setValueText([usual = usualPrice(*m_subjects.prices.begin(), cluster)](double factor) {
            return tr("%1 an hour").arg(formatCost(usual * factor));
        });
    else if (link)
        m_plot->setValueText(
            [bandwidth = link->bandwidth](double factor) { return formatBandwidth(bandwidth * factor); });
    else
        m_plot->setValueText({});
    const bool any = !m_subjects.isEmpty();
    for (QWidget *widget : std::initializer_list<QWidget *>{m_shapes, m_plot, m_table, m_add, m_paste, m_length})
        widget->setEnabled(any);
    m_remove->setEnabled(any && !shown.points.empty());
    m_clear->setEnabled(any && (mixed || !shown.points.empty()));
    say({});
    if (mixed)
        m_saying->setText(tr("They have different curves; what is drawn here replaces all of them."));
}

void ScenarioView::change(const RateCurve &curve, const QString &what)
{
    if (m_subjects.isEmpty())
        return;
    const Project &project = m_document->project();
    const Result<Project> after = withCurve(project, m_subjects, curve);
    if (!after) {
        say(sentenceOf(after.error()));
        return;
    }
    const QString whose = subjectText(m_subjects, project.cluster);
    m_document->edit(tr("%1 of %2").arg(what, whose), *after, QStringLiteral("curve/") + whose);
}

void ScenarioView::paste()
{
    const Project &project = m_document->project();
    const QString copied = QApplication::clipboard()->text();
    if (copied.trimmed().isEmpty()) {
        say(tr("Nothing is copied: expected lines of time and factor, like 0,1 and 600,0.25"));
        return;
    }
    const Result<Project> after = withPastedCurve(project, m_subjects, copied);
    if (!after) {
        say(sentenceOf(after.error()));
        return;
    }
    m_document->edit(tr("Paste a curve"), *after);
}

void ScenarioView::addRow()
{
    // Between the selected point and the next, or half way to the end of the axis.
    RateCurve curve = m_plot->curve();
    const auto at = m_plot->selected() >= 0 ? static_cast<std::size_t>(m_plot->selected()) + 1 : curve.points.size();
    const Seconds from = at > 0 ? curve.points[at - 1].at : Seconds(0);
    const Seconds to = at < curve.points.size() ? curve.points[at].at : std::max(m_plot->horizon(), from * 1.1);
    curve.points.insert(curve.points.begin() + static_cast<std::ptrdiff_t>(at),
                        {(from + to) / 2, at > 0 ? curve.points[at - 1].factor : 1});
    change(curve, tr("Add a point"));
    m_document->endMerge();
    m_plot->select(static_cast<int>(at));
    m_table->edit(m_model->index(static_cast<int>(at), CurveTable::rateColumn));
}

void ScenarioView::removeRow()
{
    RateCurve curve = m_plot->curve();
    if (curve.points.empty())
        return;
    const int point = m_plot->selected() >= 0 ? m_plot->selected() : static_cast<int>(curve.points.size()) - 1;
    curve.points.erase(curve.points.begin() + point);
    change(curve, tr("Remove a point"));
    m_document->endMerge();
}

void ScenarioView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Paste) && !m_subjects.isEmpty())
        paste();
    else if (event->key() == Qt::Key_Delete && m_table->hasFocus())
        removeRow();
    else
        QWidget::keyPressEvent(event);
}

} // namespace heteroscope
