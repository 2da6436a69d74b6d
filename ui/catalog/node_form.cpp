// SPDX-License-Identifier: GPL-3.0-or-later
//
// A node template: runs of equal devices, the vertices of its inner fabric, and the links between them.
#include "catalog/entry_form.h"
#include "cluster/limits.h"
#include "theme/icons.h"
#include "theme/text.h"
#include "widgets/plain_text.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr int maxDevicesOfARun = 1024;

Node &node(CatalogEntry &entry) { return std::get<Node>(entry); }
const Node &node(const CatalogEntry &entry) { return std::get<Node>(entry); }

/// Equal devices in a row, as the project file writes them.
struct Run
{
    Device device;
    int count = 1;
};

std::vector<Run> runsOf(const Node &one)
{
    std::vector<Run> runs;
    for (const Device &device : one.devices) {
        if (!runs.empty() && runs.back().device == device)
            ++runs.back().count;
        else
            runs.push_back({device, 1});
    }
    return runs;
}

void setRuns(Node &one, const std::vector<Run> &runs)
{
    one.devices.clear();
    for (const Run &run : runs)
        one.devices.insert(one.devices.end(), static_cast<std::size_t>(std::max(0, run.count)), run.device);
}

template<class Names>
void fill(QComboBox *box, const Names &names)
{
    for (const std::string_view name : names)
        box->addItem(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
}

template<class T>
void removeAt(std::vector<T> &list, std::size_t index)
{
    if (index < list.size())
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(index));
}

class NodeForm : public EntryForm
{
    Q_DECLARE_TR_FUNCTIONS(NodeForm)

public:
    NodeForm(std::function<const Project &()> project, QWidget *owner) : EntryForm(owner), m_project(std::move(project))
    {
        addSection(tr("Devices"));
        m_runs = addList(tr("Add devices"), QStringLiteral("addDevices"), [](Node &one) {
            Device device;
            device.type = one.devices.empty() ? builtinCatalog().devices.front().name : one.devices.back().type;
            auto runs = runsOf(one);
            if (!runs.empty() && runs.back().device == device)
                ++runs.back().count;
            else
                runs.push_back({device, 1});
            setRuns(one, runs);
        });
        addSection(tr("Switches and hosts inside"));
        m_vertices = addList(tr("Add a vertex"), QStringLiteral("addVertex"), [](Node &one) {
            FabricVertex vertex;
            const auto taken = [&one](const std::string &id) {
                return std::any_of(one.vertices.begin(), one.vertices.end(),
                                   [&id](const FabricVertex &other) { return other.id == id; });
            };
            for (int number = 0; vertex.id.empty() || taken(vertex.id); ++number)
                vertex.id = "switch" + std::to_string(number);
            vertex.kind = FabricVertex::Kind::pcieSwitch;
            one.vertices.push_back(std::move(vertex));
        });
        addSection(tr("Links inside"));
        m_fabric = addList(tr("Add a link"), QStringLiteral("addFabricLink"), [](Node &one) {
            FabricLink link;
            if (!one.fabric.empty())
                link = one.fabric.back();
            link.from = one.vertices.empty() ? "gpu0" : "gpu*";
            link.to = one.vertices.empty() ? "gpu1" : one.vertices.back().id;
            if (link.bandwidth.value <= 0)
                link.bandwidth = BytesPerSecond(3.15e10);
            one.fabric.push_back(std::move(link));
        });
        addSection(tr("Host"));
        addQuantity(
            tr("Power beside the devices"), powerUnits(), limits::power.minimum, limits::power.maximum,
            [](const CatalogEntry &entry) { return Number(node(entry).power); },
            [](CatalogEntry &entry, Number value) { node(entry).power = value.value_or(0); });
        addOrigin([](CatalogEntry &entry) -> std::string & { return node(entry).source; },
                  [](CatalogEntry &entry) -> bool & { return node(entry).fromMemory; },
                  [](CatalogEntry &entry) -> std::string & { return node(entry).notes; });
        onShow([this] { showLists(); });
    }

private:
    struct List
    {
        QWidget *holder = nullptr;
        QVBoxLayout *rows = nullptr;
        QPushButton *add = nullptr;
        std::vector<std::function<void()>> shows; ///< of its rows
    };

    template<class Add>
    List addList(const QString &label, const QString &name, Add append)
    {
        List list;
        list.holder = new QWidget(this);
        auto *layout = new QVBoxLayout(list.holder);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(5);
        list.rows = new QVBoxLayout;
        list.rows->setSpacing(5);
        layout->addLayout(list.rows);
        list.add = new QPushButton(label, list.holder);
        list.add->setObjectName(name);
        list.add->setAutoDefault(false);
        layout->addWidget(list.add, 0, Qt::AlignLeft);
        addRow({}, list.holder);
        connect(list.add, &QPushButton::clicked, this, [this, append] { rework(append); });
        return list;
    }

    /// An edit after which there may be other rows.
    template<class Edit>
    void rework(Edit edit)
    {
        change({}, [&](CatalogEntry &entry) { edit(node(entry)); });
        emit editingFinished();
    }

    void showLists()
    {
        const Node &one = node(draft());
        keep(m_runs, runsOf(one).size(), [this](std::size_t i, QHBoxLayout *row) { makeRun(i, row); });
        keep(m_vertices, one.vertices.size(), [this](std::size_t i, QHBoxLayout *row) { makeVertex(i, row); });
        keep(m_fabric, one.fabric.size(), [this](std::size_t i, QHBoxLayout *row) { makeLink(i, row); });
        for (List *list : {&m_runs, &m_vertices, &m_fabric}) {
            list->add->setVisible(isOwn());
            for (const auto &show : list->shows)
                show();
        }
    }

    /// As many rows as there are things; they are made anew only when that changes.
    template<class Make>
    void keep(List &list, std::size_t count, Make make)
    {
        if (static_cast<std::size_t>(list.rows->count()) == count)
            return;
        list.shows.clear();
        while (QLayoutItem *item = list.rows->takeAt(0)) {
            item->widget()->hide();
            item->widget()->deleteLater(); // it may be the sender
            delete item;
        }
        m_making = &list;
        for (std::size_t i = 0; i < count; ++i) {
            auto *row = new QWidget(list.holder);
            auto *layout = new QHBoxLayout(row);
            layout->setContentsMargins(0, 0, 0, 0);
            layout->setSpacing(6);
            make(i, layout);
            list.rows->addWidget(row);
            row->show(); // now, not when the event loop comes to it
        }
        m_making = nullptr;
    }

    void addRemove(QHBoxLayout *row, const QString &tip, std::function<void(Node &)> remove)
    {
        auto *button = new QToolButton(row->parentWidget());
        button->setIcon(icon(IconName::cross));
        button->setAutoRaise(true);
        button->setToolTip(plainTip(tip));
        button->setAccessibleName(tip);
        row->addWidget(button);
        connect(button, &QToolButton::clicked, this, [this, remove = std::move(remove)] { rework(remove); });
        m_making->shows.push_back([this, button] { button->setVisible(isOwn()); });
    }

    void makeRun(std::size_t i, QHBoxLayout *row)
    {
        auto *count = new QSpinBox(row->parentWidget());
        count->setRange(1, maxDevicesOfARun);
        count->setButtonSymbols(QAbstractSpinBox::NoButtons);
        count->setFixedWidth(58);
        count->setKeyboardTracking(false);
        count->setAccessibleName(tr("Number of devices"));
        auto *type = new QComboBox(row->parentWidget());
        type->setAccessibleName(tr("Device type"));
        type->setMaxVisibleItems(24);
        type->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        type->setMinimumContentsLength(14);
        row->addWidget(count);
        row->addWidget(type, 1);
        addRemove(row, tr("Remove these devices"), [i](Node &one) {
            auto runs = runsOf(one);
            removeAt(runs, i);
            setRuns(one, runs);
        });
        const auto changeRun = [this, i](const std::function<void(Run &)> &edit) {
            rework([&](Node &one) {
                auto runs = runsOf(one);
                if (i < runs.size())
                    edit(runs[i]);
                setRuns(one, runs);
            });
        };
        connect(count, &QSpinBox::valueChanged, this,
                [changeRun](int value) { changeRun([value](Run &run) { run.count = value; }); });
        connect(type, &QComboBox::activated, this, [changeRun, type] {
            changeRun([type](Run &run) { run.device.type = type->currentText().toStdString(); });
        });
        m_making->shows.push_back([this, i, count, type] {
            const auto runs = runsOf(node(draft()));
            if (i >= runs.size())
                return;
            count->setReadOnly(!isOwn());
            count->setValue(runs[i].count);
            type->setEnabled(isOwn());
            showTypes(type, runs[i].device.type);
        });
    }

    /// The project's own device types first.
    void showTypes(QComboBox *box, const std::string &chosen) const
    {
        QStringList names;
        for (const DeviceType &own : m_project().cluster.deviceTypes)
            names << text(own.name);
        for (const DeviceType &known : builtinCatalog().devices)
            if (!names.contains(text(known.name)))
                names << text(known.name);
        if (!names.contains(text(chosen)))
            names.prepend(text(chosen));
        QStringList listed;
        for (int row = 0; row < box->count(); ++row)
            listed << box->itemText(row);
        if (listed != names) {
            box->clear();
            box->addItems(names);
        }
        box->setCurrentText(text(chosen));
    }

    void makeVertex(std::size_t i, QHBoxLayout *row)
    {
        auto *id = new NameField(tr("Name of the vertex"), row->parentWidget());
        auto *kind = new QComboBox(row->parentWidget());
        kind->setAccessibleName(tr("Kind of the vertex"));
        fill(kind, fabricVertexKindNames);
        row->addWidget(id, 1);
        row->addWidget(kind, 1);
        addRemove(row, tr("Remove this vertex and its links"), [i](Node &one) {
            if (i >= one.vertices.size())
                return;
            const std::string gone = one.vertices[i].id;
            removeAt(one.vertices, i);
            std::erase_if(one.fabric, [&gone](const FabricLink &link) { return link.from == gone || link.to == gone; });
        });
        connect(id, &NameField::renamed, this, [this, i](const QString &name) {
            rework([&](Node &one) {
                if (i >= one.vertices.size())
                    return;
                const std::string before = one.vertices[i].id;
                one.vertices[i].id = name.toStdString();
                for (FabricLink &link : one.fabric)
                    for (std::string *end : {&link.from, &link.to})
                        if (*end == before)
                            *end = one.vertices[i].id;
            });
        });
        connect(kind, &QComboBox::activated, this, [this, i](int index) {
            rework([&](Node &one) {
                if (i < one.vertices.size())
                    one.vertices[i].kind = static_cast<FabricVertex::Kind>(index);
            });
        });
        m_making->shows.push_back([this, i, id, kind] {
            const auto &vertices = node(draft()).vertices;
            if (i >= vertices.size())
                return;
            id->setReadOnly(!isOwn());
            id->setName(text(vertices[i].id));
            kind->setEnabled(isOwn());
            kind->setCurrentIndex(static_cast<int>(vertices[i].kind));
        });
    }

    void makeLink(std::size_t i, QHBoxLayout *row)
    {
        auto *from = new NameField(tr("From"), row->parentWidget());
        auto *to = new NameField(tr("To"), row->parentWidget());
        for (NameField *end : {from, to}) {
            end->setToolTip(tr("A vertex, gpu3, gpu0-3, or gpu* for all devices"));
            end->setMinimumWidth(56);
        }
        auto *technology = new QComboBox(row->parentWidget());
        technology->setAccessibleName(tr("Technology"));
        fill(technology, linkTechnologyNames);
        technology->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        technology->setMinimumContentsLength(7);
        auto *bandwidth = new QuantityField(tr("Bandwidth per direction"), bandwidthUnits(), row->parentWidget());
        bandwidth->setRange(limits::bandwidth.minimum, limits::bandwidth.maximum);
        auto *latency = new QuantityField(tr("Latency"), timeUnits(), row->parentWidget());
        latency->setRange(limits::latency.minimum, limits::latency.maximum);
        row->addWidget(from, 2);
        row->addWidget(to, 2);
        row->addWidget(technology, 2);
        row->addWidget(bandwidth, 3);
        row->addWidget(latency, 3);
        addRemove(row, tr("Remove this link"), [i](Node &one) { removeAt(one.fabric, i); });
        const auto changeLink = [this, i](const QString &key, const std::function<void(FabricLink &)> &edit) {
            change(key.isEmpty() ? key : QStringLiteral("%1/%2").arg(key).arg(i), [&](CatalogEntry &entry) {
                if (i < node(entry).fabric.size())
                    edit(node(entry).fabric[i]);
            });
        };
        connect(from, &NameField::renamed, this, [changeLink](const QString &name) {
            changeLink({}, [&](FabricLink &link) { link.from = name.toStdString(); });
        });
        connect(to, &NameField::renamed, this, [changeLink](const QString &name) {
            changeLink({}, [&](FabricLink &link) { link.to = name.toStdString(); });
        });
        connect(technology, &QComboBox::activated, this, [changeLink](int index) {
            changeLink({}, [&](FabricLink &link) { link.technology = static_cast<LinkTechnology>(index); });
        });
        connect(bandwidth, &QuantityField::edited, this, [changeLink](double value) {
            changeLink(QStringLiteral("bandwidth"), [&](FabricLink &link) { link.bandwidth = BytesPerSecond(value); });
        });
        connect(latency, &QuantityField::edited, this, [changeLink](double value) {
            changeLink(QStringLiteral("latency"), [&](FabricLink &link) { link.latency = Seconds(value); });
        });
        for (QuantityField *field : {bandwidth, latency})
            connect(field, &QuantityField::editingFinished, this, &EntryForm::editingFinished);
        m_making->shows.push_back([this, i, from, to, technology, bandwidth, latency] {
            const auto &fabric = node(draft()).fabric;
            if (i >= fabric.size())
                return;
            const FabricLink &link = fabric[i];
            from->setName(text(link.from));
            to->setName(text(link.to));
            technology->setCurrentIndex(static_cast<int>(link.technology));
            bandwidth->setValue(link.bandwidth.value);
            latency->setValue(link.latency.value);
            for (NameField *end : {from, to})
                end->setReadOnly(!isOwn());
            technology->setEnabled(isOwn());
            bandwidth->setReadOnly(!isOwn());
            latency->setReadOnly(!isOwn());
        });
    }

    std::function<const Project &()> m_project;
    List m_runs;
    List m_vertices;
    List m_fabric;
    List *m_making = nullptr;
};

} // namespace

EntryForm *makeNodeForm(std::function<const Project &()> project, QWidget *parent)
{
    return new NodeForm(std::move(project), parent);
}

} // namespace heteroscope
