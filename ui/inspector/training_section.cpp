// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/training_section.h"

#include "theme/theme.h"
#include "widgets/fields.h"
#include "widgets/plain_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>

#include <algorithm>
#include <array>

namespace heteroscope {
namespace {

constexpr std::array momentPrecisions = {Precision::fp32, Precision::bf16, Precision::fp16, Precision::fp8};
constexpr int maxRank = 65'536; // wider than any model

QString wordOfName(std::string_view name)
{
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

/// Recipes that quantise to this precision.
std::vector<NarrowRecipe> recipesOf(Precision precision)
{
    if (precision == Precision::fp4)
        return {NarrowRecipe::nvfp4};
    if (precision == Precision::fp8)
        return {NarrowRecipe::perTensor, NarrowRecipe::blockwise, NarrowRecipe::mxfp8};
    return {};
}

} // namespace

TrainingSection::TrainingSection(QWidget *parent)
    : QWidget(parent),
      m_documents(new QLineEdit(this)),
      m_moments(new QComboBox(this)),
      m_recipe(new QComboBox(this)),
      m_narrow(new QCheckBox(tr("Weights in fp8"), this)),
      m_graphs(new QCheckBox(tr("CUDA graphs"), this)),
      m_frozen(new QCheckBox(tr("Frozen base (LoRA)"), this)),
      m_rank(new QSpinBox(this)),
      m_targets(new QComboBox(this)),
      m_base(new QComboBox(this)),
      m_dispatch(new QComboBox(this)),
      m_overlap(new QComboBox(this))
{
    auto *form = new PlainForm(this);
    form->setContentsMargins(0, 0, 0, 0);
    const auto add = [&](const QString &caption, QWidget *field, const QString &name, const QString &tip) {
        field->setAccessibleName(name);
        field->setToolTip(plainTip(tip));
        form->addRow(caption, field);
    };
    m_documents->setPlaceholderText(tr("one a sequence"));
    add(tr("Documents"), m_documents, tr("Lengths of documents"),
        tr("Tokens of some documents in the proportions of the data, with spaces between them. Sequences are packed "
           "with "
           "them, and attention stays inside each."));
    for (const Precision precision : momentPrecisions)
        m_moments->addItem(wordOfName(precisionNames[static_cast<std::size_t>(precision)]));
    add(tr("Moments"), m_moments, tr("Precision of moments"), tr("Precision in which Adam keeps its two moments"));
    add(tr("Recipe"), m_recipe, tr("Scaling recipe"), tr("What products in fp8 or fp4 are scaled by together"));
    m_narrow->setToolTip(plainTip(tr("Weights of blocks are held and gathered in 8 bits (fp8 primary weights)")));
    form->addRow(QString(), m_narrow);
    m_graphs->setToolTip(plainTip(tr("Blocks are launched as recorded graphs, so the host issues no single kernels")));
    form->addRow(QString(), m_graphs);
    m_frozen->setToolTip(plainTip(tr("The model's own weights are not trained, only adapters beside them")));
    form->addRow(QString(), m_frozen);
    m_rank->setRange(0, maxRank);
    m_rank->setKeyboardTracking(false);
    m_rank->setSpecialValueText(tr("not counted"));
    add(tr("Rank"), m_rank, tr("Adapter rank"), tr("Rank of the two products beside each product that has an adapter"));
    for (const QString &name : {tr("attention"), tr("all but routed experts"), tr("all, routed experts too")})
        m_targets->addItem(name);
    add(tr("Adapters of"), m_targets, tr("Adapter targets"), tr("Which products have an adapter beside them"));
    for (const auto name : baseWeightNames)
        m_base->addItem(wordOfName(name));
    add(tr("Base weights"), m_base, tr("Base weights"), tr("How the frozen weights of blocks are held"));
    for (const QString &name : {tr("as the software"), tr("each copy by itself"), tr("once to each node")})
        m_dispatch->addItem(name);
    add(tr("Dispatch"), m_dispatch, tr("Dispatch of experts"),
        tr("How tokens reach experts on other devices: each copy by itself, or once to each node and on inside it"));
    for (const QString &name :
         {tr("as the software"), tr("nothing"), tr("shared experts"), tr("passes of another micro-batch")})
        m_overlap->addItem(name);
    add(tr("Overlap"), m_overlap, tr("Beside the dispatch of experts"),
        tr("What computes while tokens travel to experts and back"));
    // Long words show in the list; the inspector stays as narrow as it is.
    for (QComboBox *box : {m_targets, m_dispatch, m_overlap}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(10);
        fitPopup(*box);
    }
    connectFields();
}

void TrainingSection::connectFields()
{
    connect(m_documents, &QLineEdit::editingFinished, this, &TrainingSection::changeDocuments);
    connect(m_moments, &QComboBox::activated, this, [this](int i) {
        change(tr("Moments in %1").arg(m_moments->itemText(i)),
               [i](TrainingJob &job) { job.momentPrecision = momentPrecisions[static_cast<std::size_t>(i)]; });
    });
    connect(m_recipe, &QComboBox::activated, this, [this](int i) {
        change(tr("Scale by %1").arg(m_recipe->itemText(i)), [i](TrainingJob &job) {
            const auto recipes = recipesOf(job.precision);
            if (i == 0 || i > static_cast<int>(recipes.size()))
                job.recipe.reset();
            else
                job.recipe = recipes[static_cast<std::size_t>(i) - 1];
        });
    });
    connect(m_narrow, &QCheckBox::clicked, this, [this](bool on) {
        change(on ? tr("Hold weights in fp8") : tr("Hold weights in 16 bits"),
               [on](TrainingJob &job) { job.narrowWeights = on; });
    });
    connect(m_graphs, &QCheckBox::clicked, this, [this](bool on) {
        change(on ? tr("Use CUDA graphs") : tr("Launch kernels one by one"),
               [on](TrainingJob &job) { job.cudaGraphs = on; });
    });
    connect(m_frozen, &QCheckBox::clicked, this, [this](bool on) {
        change(on ? tr("Train adapters") : tr("Train all weights"), [on](TrainingJob &job) {
            job.frozenBase = on;
            if (on) {
                job.narrowWeights = false; // of weights that are trained
                return;
            }
            job.adapterRank = 0;
            job.baseWeights = BaseWeights::full;
        });
    });
    connect(m_rank, &QSpinBox::valueChanged, this, [this](int rank) {
        change(tr("Adapters of rank %1").arg(rank), [rank](TrainingJob &job) { job.adapterRank = rank; });
    });
    connect(m_targets, &QComboBox::activated, this, [this](int i) {
        change(tr("Adapters of: %1").arg(m_targets->itemText(i)),
               [i](TrainingJob &job) { job.adapterTargets = static_cast<AdapterTargets>(i); });
    });
    connectExperts();
    connect(m_base, &QComboBox::activated, this, [this](int i) {
        change(tr("Base weights in %1").arg(m_base->itemText(i)),
               [i](TrainingJob &job) { job.baseWeights = static_cast<BaseWeights>(i); });
    });
}

void TrainingSection::connectExperts()
{
    connect(m_dispatch, &QComboBox::activated, this, [this](int i) {
        change(tr("Dispatch of experts: %1").arg(m_dispatch->itemText(i)), [i](TrainingJob &job) {
            job.expertDispatch.reset();
            if (i > 0)
                job.expertDispatch = static_cast<ExpertDispatch>(i - 1);
        });
    });
    connect(m_overlap, &QComboBox::activated, this, [this](int i) {
        change(tr("Beside the dispatch of experts: %1").arg(m_overlap->itemText(i)), [i](TrainingJob &job) {
            job.expertOverlap.reset();
            if (i > 0)
                job.expertOverlap = static_cast<ExpertOverlap>(i - 1);
        });
    });
}

void TrainingSection::changeDocuments()
{
    std::vector<int> documents;
    const auto words = m_documents->text().split(u' ', Qt::SkipEmptyParts);
    bool valid = words.size() <= 10'000;
    for (const QString &word : words) {
        bool whole = false;
        documents.push_back(word.toInt(&whole));
        valid = valid && whole && documents.back() > 0 && documents.back() <= 100'000'000;
    }
    m_documents->setProperty("invalid", !valid);
    m_documents->update();
    if (valid && documents != m_job.documents)
        change(documents.empty() ? tr("Do not pack documents") : tr("Pack documents"),
               [&documents](TrainingJob &job) { job.documents = documents; });
}

void TrainingSection::show(const TrainingJob &job)
{
    m_job = job;
    QStringList lengths;
    for (const int tokens : job.documents)
        lengths << QString::number(tokens);
    if (!m_documents->hasFocus() || !m_documents->property("invalid").toBool())
        m_documents->setText(lengths.join(u' '));
    const auto moments = std::find(momentPrecisions.begin(), momentPrecisions.end(), job.momentPrecision);
    m_moments->setCurrentIndex(static_cast<int>(moments - momentPrecisions.begin()));
    m_moments->setEnabled(job.optimizer == Optimizer::adam);
    m_recipe->clear();
    m_recipe->addItem(tr("as measured"));
    for (const NarrowRecipe recipe : recipesOf(job.precision)) {
        m_recipe->addItem(wordOfName(narrowRecipeNames[static_cast<std::size_t>(recipe)]));
        if (job.recipe == recipe)
            m_recipe->setCurrentIndex(m_recipe->count() - 1);
    }
    m_recipe->setEnabled(m_recipe->count() > 1);
    m_narrow->setChecked(job.narrowWeights);
    m_narrow->setEnabled(job.precision == Precision::fp8 && !job.frozenBase);
    m_graphs->setChecked(job.cudaGraphs);
    m_frozen->setChecked(job.frozenBase);
    const QSignalBlocker blocker(m_rank);
    m_rank->setValue(job.adapterRank);
    m_rank->setEnabled(job.frozenBase);
    m_base->setCurrentIndex(static_cast<int>(job.baseWeights));
    m_base->setEnabled(job.frozenBase);
    m_targets->setCurrentIndex(static_cast<int>(job.adapterTargets));
    m_targets->setEnabled(job.frozenBase && job.adapterRank > 0);
    m_dispatch->setCurrentIndex(job.expertDispatch ? static_cast<int>(*job.expertDispatch) + 1 : 0);
    m_overlap->setCurrentIndex(job.expertOverlap ? static_cast<int>(*job.expertOverlap) + 1 : 0);
}

} // namespace heteroscope
