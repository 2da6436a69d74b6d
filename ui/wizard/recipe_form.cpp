// SPDX-License-Identifier: GPL-3.0-or-later
#include "wizard/recipe_form.h"

#include "project/recipe_words.h"
#include "theme/icons.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>

#include <cmath>

namespace heteroscope {
namespace {

QComboBox *linkField(const Catalog &catalog, QWidget *parent)
{
    auto *field = new QComboBox(parent);
    field->setEditable(false);
    for (const std::string_view word : linkWords())
        field->addItem(QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())));
    const int own = field->count();
    for (const std::string &word : ownLinkWords(catalog))
        field->addItem(QString::fromStdString(word));
    if (field->count() > own) // names are longer than the field
        field->view()->setMinimumWidth(field->view()->sizeHintForColumn(0) + field->view()->sizeHintForRow(0));
    return field;
}

/// A word with ports behind it ("ndr400x8") is no entry of its own until a recipe says it.
void showLink(QComboBox *field, const std::string &word)
{
    const QString text = QString::fromStdString(word);
    if (field->findText(text) < 0)
        field->addItem(text);
    field->setCurrentText(text);
}

QSpinBox *numberField(int smallest, int largest, QWidget *parent)
{
    auto *field = new QSpinBox(parent);
    field->setRange(smallest, largest);
    field->setKeyboardTracking(true);
    return field;
}

} // namespace

RecipeForm::RecipeForm(const Catalog &catalog, QWidget *parent) : QWidget(parent), m_catalog(catalog)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    auto *nodes = new PlainLabel(tr("Nodes"), this);
    nodes->setFont(heteroscope::font(TypeRole::title));
    layout->addWidget(nodes);
    m_rows = new QVBoxLayout;
    m_rows->setSpacing(6);
    layout->addLayout(m_rows);
    auto *more = new QPushButton(icon(IconName::plus), tr("Nodes of another kind"), this);
    more->setObjectName(QStringLiteral("addGroup"));
    connect(more, &QPushButton::clicked, this, [this] {
        change([this](ClusterRecipe &recipe) {
            NodeGroup group;
            group.count = 2;
            const char *name = recipe.groups.size() % 2 == 0 ? "8x H100 HGX" : "8x A100-80GB HGX";
            if (const Node *node = m_catalog.findNode(name))
                group.node = *node;
            group.link = usualLink(group.node, m_catalog);
            recipe.groups.push_back(group);
        });
        showRows();
    });
    layout->addWidget(more, 0, Qt::AlignLeft);
    layout->addSpacing(8);
    auto *fabric = new PlainLabel(tr("Fabric"), this);
    fabric->setFont(heteroscope::font(TypeRole::title));
    layout->addWidget(fabric);

    m_shape = new QComboBox(this);
    m_shape->setObjectName(QStringLiteral("shape"));
    m_shape->setAccessibleName(tr("Fabric"));
    for (const QString &name : {tr("Single switch"), tr("Fat tree"), tr("Rail-optimized"), tr("Rail-only"), tr("Ring"),
                                tr("Torus"), tr("Zones with slow uplinks")})
        m_shape->addItem(name);
    m_ratio = numberField(1, static_cast<int>(maxOversubscription), this);
    m_ratio->setSuffix(tr(" : 1"));
    m_ratio->setToolTip(tr("Bandwidth of the nodes below a leaf / bandwidth of its uplink"));
    m_perLeaf = numberField(0, maxRecipeNodes, this);
    m_perLeaf->setSpecialValueText(tr("default"));
    m_perLeaf->setToolTip(tr("Default: 4 nodes below a leaf, 32 nodes on one set of rails"));
    m_torusRows = numberField(0, maxRecipeNodes, this);
    m_torusRows->setSpecialValueText(tr("as square as possible"));
    m_uplink = linkField(m_catalog, this);
    m_form = new PlainForm;
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->addRow(tr("Shape"), m_shape);
    m_form->addRow(tr("Oversubscription"), m_ratio);
    m_form->addRow(tr("Nodes per leaf"), m_perLeaf);
    m_form->addRow(tr("Rows"), m_torusRows);
    m_form->addRow(tr("Uplinks"), m_uplink);
    layout->addLayout(m_form);
    layout->addStretch(1);

    connect(m_shape, &QComboBox::currentIndexChanged, this, [this](int index) {
        change([index](ClusterRecipe &recipe) { recipe.shape = static_cast<FabricShape>(index); });
        showFabric();
    });
    connect(m_ratio, &QSpinBox::valueChanged, this,
            [this](int value) { change([value](ClusterRecipe &recipe) { recipe.oversubscription = value; }); });
    connect(m_perLeaf, &QSpinBox::valueChanged, this,
            [this](int value) { change([value](ClusterRecipe &recipe) { recipe.nodesPerLeaf = value; }); });
    connect(m_torusRows, &QSpinBox::valueChanged, this,
            [this](int value) { change([value](ClusterRecipe &recipe) { recipe.rows = value; }); });
    connect(m_uplink, &QComboBox::currentTextChanged, this, [this](const QString &word) {
        change([word](ClusterRecipe &recipe) { recipe.uplink = word.toStdString(); });
    });
    showFabric();
}

void RecipeForm::change(const std::function<void(ClusterRecipe &)> &edit)
{
    if (m_showing)
        return;
    edit(m_recipe);
    emit edited();
}

void RecipeForm::setRecipe(const ClusterRecipe &recipe)
{
    const bool sameRows = recipe.groups == m_recipe.groups;
    m_recipe = recipe;
    if (!sameRows)
        showRows();
    showFabric();
}

void RecipeForm::showRows()
{
    while (QLayoutItem *item = m_rows->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // it may be the sender
        delete item;
    }
    for (std::size_t i = 0; i < m_recipe.groups.size(); ++i) {
        QWidget *row = makeRow(i);
        m_rows->addWidget(row);
        row->show(); // now, not when the event loop comes to it
    }
}

QWidget *RecipeForm::makeRow(std::size_t index)
{
    const NodeGroup &group = m_recipe.groups[index];
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    auto *count = numberField(1, maxRecipeNodes, row);
    count->setObjectName(QStringLiteral("count"));
    count->setAccessibleName(tr("Number of nodes"));
    count->setFixedWidth(64);
    count->setValue(group.count);
    auto *node = new QComboBox(row);
    node->setAccessibleName(tr("Kind of node"));
    node->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    node->setMinimumContentsLength(14);
    for (const Node &one : m_catalog.nodes)
        node->addItem(QString::fromStdString(one.name));
    const Node *same = m_catalog.findNode(group.node.name);
    node->setCurrentText(QString::fromStdString(group.node.name));
    if (!same || !(*same == group.node)) // a template with another number of devices
        node->setItemText(node->currentIndex(),
                          tr("%1 with %2").arg(node->currentText(), QString::number(group.node.devices.size())));
    auto *link = linkField(m_catalog, row);
    link->setAccessibleName(tr("Link of a node"));
    link->setFixedWidth(104);
    showLink(link, group.link);
    auto *remove = new QToolButton(row);
    remove->setIcon(icon(IconName::cross));
    remove->setToolTip(tr("Remove these nodes"));
    remove->setAccessibleName(remove->toolTip());
    remove->setAutoRaise(true);
    remove->setEnabled(m_recipe.groups.size() > 1);
    for (QWidget *widget : {static_cast<QWidget *>(count), static_cast<QWidget *>(node), static_cast<QWidget *>(link),
                            static_cast<QWidget *>(remove)})
        layout->addWidget(widget);

    connect(count, &QSpinBox::valueChanged, this,
            [this, index](int value) { change([=](ClusterRecipe &recipe) { recipe.groups[index].count = value; }); });
    connect(node, &QComboBox::activated, this, [this, index](int at) {
        change([=, this](ClusterRecipe &recipe) {
            recipe.groups[index].node = m_catalog.nodes[static_cast<std::size_t>(at)];
            recipe.groups[index].link = usualLink(recipe.groups[index].node, m_catalog);
        });
        showRows();
    });
    connect(link, &QComboBox::currentTextChanged, this, [this, index](const QString &word) {
        change([=](ClusterRecipe &recipe) { recipe.groups[index].link = word.toStdString(); });
    });
    connect(remove, &QToolButton::clicked, this, [this, index] {
        change([=](ClusterRecipe &recipe) {
            recipe.groups.erase(recipe.groups.begin() + static_cast<std::ptrdiff_t>(index));
        });
        showRows();
    });
    return row;
}

void RecipeForm::showFabric()
{
    m_showing = true;
    const FabricShape shape = m_recipe.shape;
    m_shape->setCurrentIndex(static_cast<int>(shape));
    m_ratio->setValue(static_cast<int>(std::floor(m_recipe.oversubscription + 0.5)));
    m_perLeaf->setValue(m_recipe.nodesPerLeaf);
    m_torusRows->setValue(m_recipe.rows);
    showLink(m_uplink, m_recipe.uplink);
    const bool tree = shape == FabricShape::fatTree || shape == FabricShape::railOptimized;
    const auto show = [this](QWidget *field, bool shown) {
        field->setVisible(shown);
        m_form->labelForField(field)->setVisible(shown);
    };
    show(m_ratio, tree);
    show(m_perLeaf, tree || shape == FabricShape::railOnly);
    show(m_torusRows, shape == FabricShape::torus);
    show(m_uplink, shape == FabricShape::zones);
    m_showing = false;
}

} // namespace heteroscope
