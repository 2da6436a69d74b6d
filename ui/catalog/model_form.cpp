// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shape of a model.
#include "catalog/catalog_model.h"
#include "catalog/entry_form.h"
#include "cost/group_cost.h"
#include "language/term_words.h"
#include "theme/numbers.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QLabel>

#include <algorithm>

namespace heteroscope {
namespace {

// The ranges of the reader (core/workload/workload_json.cpp) that a person can mean.
constexpr int maxLayers = 10'000;
constexpr int maxHidden = 1'000'000;
constexpr int maxHeads = 16'384;
constexpr int maxWidth = 10'000'000;
constexpr int maxTokens = 100'000'000;
constexpr int maxModules = 16;

Model &model(CatalogEntry &entry) { return std::get<Model>(entry); }
const Model &model(const CatalogEntry &entry) { return std::get<Model>(entry); }

/// "24 state-space blocks, 4 attention blocks, 24 MLP blocks", in the order in which they come.
QString kindsOfBlock(const Model &model)
{
    std::vector<std::pair<LayerKind, int>> counts;
    for (int layer = 1; layer <= model.layers; ++layer) {
        const auto kind = layerKind(model, layer);
        const auto found =
            std::find_if(counts.begin(), counts.end(), [kind](const auto &entry) { return entry.first == kind; });
        if (found == counts.end())
            counts.emplace_back(kind, 1);
        else
            ++found->second;
    }
    QStringList words;
    for (const auto &[kind, count] : counts)
        words << placeWords(LayerPlace{kind, model.moe.has_value(), static_cast<double>(count), 1});
    return words.join(QStringLiteral(", "));
}

class ModelForm : public EntryForm
{
    Q_DECLARE_TR_FUNCTIONS(ModelForm)

public:
    explicit ModelForm(QWidget *owner) : EntryForm(owner)
    {
        addText(
            tr("Family"), [](const CatalogEntry &entry) { return model(entry).family; },
            [](CatalogEntry &entry, const std::string &value) { model(entry).family = value; });
        addFact(tr("Parameters"), [](const CatalogEntry &entry) {
            const QString total = parametersText(totalParameters(model(entry)));
            return model(entry).moe ? tr("%1, %2 active").arg(total, parametersText(activeParameters(model(entry))))
                                    : total;
        });
        addQuantity(
            tr("Published as"), {{tr("million"), 1e6}, {tr("billion"), 1e9}}, 1, 1e18,
            [](const CatalogEntry &entry) {
                return model(entry).parameters > 0 ? Number(model(entry).parameters) : Number();
            },
            [](CatalogEntry &entry, Number value) { model(entry).parameters = value.value_or(0); })
            ->setNoneAllowed();
        addSection(tr("Shape"));
        // Blocks of an encoder or a vision tower are counted apart.
        addCount(
            tr("Transformer blocks"), 1, maxLayers,
            [](const CatalogEntry &entry) {
                return model(entry).layers - model(entry).encoderLayers() - model(entry).towerLayers();
            },
            [](CatalogEntry &entry, int value) {
                Model &one = model(entry);
                one.layers = std::min(maxLayers, value + one.encoderLayers() + one.towerLayers());
            });
        count(tr("Modules for further tokens"), 0, maxModules, &Model::predictionModules);
        addFact(tr("Kinds of block"), [](const CatalogEntry &entry) { return kindsOfBlock(model(entry)); });
        count(tr("Hidden size"), 1, maxHidden, &Model::hidden);
        count(tr("Attention heads"), 1, maxHeads, &Model::heads);
        count(tr("Key-value heads"), 1, maxHeads, &Model::kvHeads);
        count(tr("Head dimension"), 1, maxHeads, &Model::headDim);
        count(tr("MLP width"), 1, maxWidth, &Model::ffn);
        count(tr("Vocabulary"), 1, maxWidth, &Model::vocab);
        count(tr("Max sequence length"), 0, maxTokens, &Model::maxSequence)->setSpecialValueText(QStringLiteral("–"));
        flag(tr("Gated MLP (SwiGLU)"), &Model::gatedMlp);
        flag(tr("Tied embeddings"), &Model::tiedEmbeddings);
        flag(tr("Learned positions"), &Model::learnedPositions);
        flag(tr("Biases and LayerNorm"), &Model::biases);
        addSection(tr("Experts and latent attention"));
        addFlag(
            tr("Mixture of experts"), [](const CatalogEntry &entry) { return model(entry).moe.has_value(); },
            [](CatalogEntry &entry, bool on) {
                Model &one = model(entry);
                if (on)
                    one.moe = MixtureOfExperts{8, 2, 0, one.ffn, 0};
                else
                    one.moe.reset();
            });
        part(tr("Experts"), 1, maxHeads, &Model::moe, &MixtureOfExperts::experts);
        part(tr("Experts per token"), 1, maxHeads, &Model::moe, &MixtureOfExperts::topK);
        part(tr("Shared experts"), 0, maxHeads, &Model::moe, &MixtureOfExperts::sharedExperts);
        part(tr("Expert width"), 1, maxWidth, &Model::moe, &MixtureOfExperts::expertFfn);
        part(tr("Groups of experts"), 0, maxHeads, &Model::moe, &MixtureOfExperts::groups);
        part(tr("Groups per token"), 0, maxHeads, &Model::moe, &MixtureOfExperts::groupLimit);
        part(tr("Dense blocks"), 0, maxLayers, &Model::moe, &MixtureOfExperts::denseLayers);
        addFlag(
            tr("Latent attention (MLA)"), [](const CatalogEntry &entry) { return model(entry).mla.has_value(); },
            [](CatalogEntry &entry, bool on) {
                Model &one = model(entry);
                if (on)
                    one.mla = LatentAttention{0, 512, one.headDim, 64, one.headDim};
                else
                    one.mla.reset();
            });
        part(tr("Query rank"), 0, maxHidden, &Model::mla, &LatentAttention::queryRank);
        part(tr("Key-value rank"), 1, maxHidden, &Model::mla, &LatentAttention::kvRank);
        part(tr("Head dimension, no position"), 0, maxHeads, &Model::mla, &LatentAttention::nopeDim);
        part(tr("Head dimension, rotary"), 0, maxHeads, &Model::mla, &LatentAttention::ropeDim);
        part(tr("Head dimension, values"), 1, maxHeads, &Model::mla, &LatentAttention::valueDim);
        addOrigin([](CatalogEntry &entry) -> std::string & { return model(entry).source; },
                  [](CatalogEntry &entry) -> bool & { return model(entry).fromMemory; },
                  [](CatalogEntry &entry) -> std::string & { return model(entry).notes; });
    }

private:
    QSpinBox *count(const QString &label, int smallest, int largest, int Model::*member)
    {
        return addCount(
            label, smallest, largest, [member](const CatalogEntry &entry) { return model(entry).*member; },
            [member](CatalogEntry &entry, int value) { model(entry).*member = value; });
    }

    void flag(const QString &label, bool Model::*member)
    {
        addFlag(
            label, [member](const CatalogEntry &entry) { return model(entry).*member; },
            [member](CatalogEntry &entry, bool value) { model(entry).*member = value; });
    }

    /// A count of a part that a model may not have; it is there to be filled only when the part is.
    template<class Part>
    void part(const QString &label, int smallest, int largest, std::optional<Part> Model::*owner, int Part::*member)
    {
        QSpinBox *field = addCount(
            label, smallest, largest,
            [=](const CatalogEntry &entry) {
                const auto &one = model(entry).*owner;
                return one ? (*one).*member : smallest;
            },
            [=](CatalogEntry &entry, int value) {
                if (auto &one = model(entry).*owner)
                    (*one).*member = value;
            });
        onShow([this, field, owner] {
            const bool there = (model(draft()).*owner).has_value();
            field->setVisible(there);
            if (QWidget *name = labelOf(field))
                name->setVisible(there);
        });
    }

    QWidget *labelOf(const QWidget *field) const
    {
        for (QLabel *label : findChildren<QLabel *>())
            if (label->buddy() == field)
                return label;
        return nullptr;
    }
};

} // namespace

EntryForm *makeModelForm(QWidget *parent) { return new ModelForm(parent); }

} // namespace heteroscope
