// SPDX-License-Identifier: GPL-3.0-or-later
#include "designs/design_form.h"

#include "designs/choice_model.h"
#include "theme/text.h"
#include "theme/theme.h"
#include "widgets/plain_table.h"
#include "widgets/plain_text.h"
#include "workload/workload_json.h"

#include <QtWidgets>

namespace heteroscope {

namespace {

constexpr int widthOfNumbers = 48;

/// 0 stands for no such number.
QDoubleSpinBox *numberField(double highest, int decimals, const QString &unit, const QString &without,
                            const QString &name)
{
    auto *field = new QDoubleSpinBox;
    field->setRange(0, highest);
    field->setDecimals(decimals);
    field->setSuffix(unit);
    field->setSpecialValueText(without);
    field->setAccessibleName(name);
    field->setFixedHeight(fieldHeight);
    field->setGroupSeparatorShown(true);
    return field;
}

} // namespace

DesignForm::DesignForm(QWidget *parent)
    : QWidget(parent),
      m_choices(new ChoiceModel(this)),
      m_table(new QTableView),
      m_add(new QPushButton(tr("Add a node"))),
      m_remove(new QPushButton(tr("Remove"))),
      m_fabrics(new QLineEdit(QStringLiteral("switch"))),
      m_maxPrice(numberField(1e9, 2, tr(" USD/h"), tr("no limit"), tr("Limit of the price per hour"))),
      m_maxPower(numberField(1e6, 1, tr(" kW"), tr("no limit"), tr("Limit of the power"))),
      m_maxRackUnits(numberField(1e7, 0, tr(" units"), tr("no limit"), tr("Limit of the rack space"))),
      m_maxDevices(numberField(262'144, 0, QString(), tr("no limit"), tr("Limit of the devices"))),
      m_billions(numberField(1e9, 1, tr(" billion"), tr("not asked"), tr("Tokens to train"))),
      m_gap(numberField(50, 1, tr(" %"), tr("exact"), tr("Gain that is too small to pay for")))
{
    m_choices->setChoices(
        {{QStringLiteral("8 H100 ndr400x8"), 0, 4, 1, {}, {}}, {QStringLiteral("8 A100 hdr200x4"), 0, 4, 1, {}, {}}});
    m_fabrics->setAccessibleName(tr("Fabrics to choose from"));
    m_fabrics->setToolTip(tr("Separated by semicolons: switch; spine 2:1; rails; ring; torus"));
    m_fabrics->setFixedHeight(fieldHeight);
    m_gap->setToolTip(tr("A dearer cluster that is faster by less than this is left out of the front"));
    setUpTable();
    arrange();
    connect(m_choices, &ChoiceModel::edited, this, &DesignForm::edited);
    connect(m_fabrics, &QLineEdit::textChanged, this, &DesignForm::edited);
    for (QDoubleSpinBox *field : {m_maxPrice, m_maxPower, m_maxRackUnits, m_maxDevices, m_billions, m_gap})
        connect(field, &QDoubleSpinBox::valueChanged, this, &DesignForm::edited);
    connect(m_add, &QPushButton::clicked, this, [this] {
        m_choices->add({QStringLiteral("8 H200 ndr400x8"), 0, 4, 1, {}, {}});
        m_table->setCurrentIndex(m_choices->index(m_choices->rowCount() - 1, ChoiceModel::node));
    });
    connect(m_remove, &QPushButton::clicked, this, [this] { m_choices->remove(m_table->currentIndex().row()); });
}

void DesignForm::setUpTable()
{
    m_table->setModel(m_choices);
    m_table->setAccessibleName(tr("Nodes to choose from"));
    setUpPlainTable(*m_table);
    m_table->setShowGrid(true);
    m_table->setEditTriggers(QAbstractItemView::AllEditTriggers);
    QHeaderView &header = *m_table->horizontalHeader();
    header.setMinimumSectionSize(36);
    header.setSectionResizeMode(ChoiceModel::node, QHeaderView::Stretch);
    for (const int column : {ChoiceModel::fewest, ChoiceModel::most, ChoiceModel::step, ChoiceModel::rackUnits})
        header.resizeSection(column, widthOfNumbers);
    header.resizeSection(ChoiceModel::price, 64);
    m_table->setMinimumHeight(headerRowHeight + 2 * tableRowHeight);
}

void DesignForm::arrange()
{
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    for (QPushButton *button : {m_add, m_remove})
        buttons->addWidget(button);
    buttons->addStretch(1);
    auto *fields = new QGridLayout;
    fields->setHorizontalSpacing(8);
    fields->setVerticalSpacing(4);
    const auto place = [fields](const QString &name, QWidget *field) {
        auto *label = new PlainLabel(name);
        label->setFont(heteroscope::font(TypeRole::label));
        label->setBuddy(field);
        const int row = fields->rowCount();
        fields->addWidget(label, row, 0);
        fields->addWidget(field, row, 1);
    };
    // One below the other: in two columns the second is cut in a window of 1440.
    place(tr("Fabrics"), m_fabrics);
    place(tr("Train"), m_billions);
    place(tr("Price"), m_maxPrice);
    place(tr("Power"), m_maxPower);
    place(tr("Devices"), m_maxDevices);
    place(tr("Space"), m_maxRackUnits);
    place(tr("Ignore below"), m_gap);
    fields->setColumnStretch(1, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 6, 10, 8);
    layout->setSpacing(6);
    layout->addWidget(m_table, 1);
    layout->addLayout(buttons);
    layout->addLayout(fields);
}

double DesignForm::tokens() const { return m_billions->value() * 1e9; }

Json DesignForm::json(const Workload &workload) const
{
    Json json = {{"formatVersion", 1}, {"workload", toJson(workload)}};
    if (tokens() > 0)
        json["tokens"] = tokens();
    if (m_gap->value() > 0)
        json["gap"] = m_gap->value() / 100;
    json["choices"] = m_choices->json();
    Json fabrics = Json::array();
    for (const QString &fabric : m_fabrics->text().split(QLatin1Char(';'), Qt::SkipEmptyParts))
        if (!fabric.trimmed().isEmpty())
            fabrics.push_back(fabric.trimmed().toStdString());
    if (!fabrics.empty())
        json["fabrics"] = fabrics;
    Json limits = Json::object();
    if (m_maxPrice->value() > 0)
        limits["pricePerHour"] = m_maxPrice->value();
    if (m_maxDevices->value() > 0)
        limits["devices"] = static_cast<int>(m_maxDevices->value());
    if (m_maxPower->value() > 0)
        limits["power"] = m_maxPower->value() * 1000;
    if (m_maxRackUnits->value() > 0)
        limits["rackUnits"] = m_maxRackUnits->value();
    if (!limits.empty())
        json["limits"] = limits;
    return json;
}

} // namespace heteroscope
