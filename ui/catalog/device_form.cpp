// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures of a device type and of a link type.
#include "catalog/entry_form.h"
#include "cluster/limits.h"
#include "cost/calibration_values.h"
#include "language/link_text.h"
#include "theme/numbers.h"

#include <QCoreApplication>

namespace heteroscope {
namespace {

DeviceType &device(CatalogEntry &entry) { return std::get<DeviceType>(entry); }
const DeviceType &device(const CatalogEntry &entry) { return std::get<DeviceType>(entry); }
LinkType &link(CatalogEntry &entry) { return std::get<LinkType>(entry); }
const LinkType &link(const CatalogEntry &entry) { return std::get<LinkType>(entry); }

template<class Names>
QStringList wordList(const Names &names)
{
    QStringList words;
    for (const std::string_view name : names)
        words << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    return words;
}

std::vector<QuantityField::Unit> memoryUnits()
{
    return {{QStringLiteral("GB"), 1e9}, {QStringLiteral("GiB"), 1024.0 * 1024 * 1024}};
}

std::vector<QuantityField::Unit> peakUnits()
{
    return {
        {QStringLiteral("GFLOP/s"), 1e9}, {QStringLiteral("TFLOP/s"), 1e12, true}, {QStringLiteral("PFLOP/s"), 1e15}};
}

class DeviceForm : public EntryForm
{
    Q_DECLARE_TR_FUNCTIONS(DeviceForm)

public:
    explicit DeviceForm(QWidget *owner) : EntryForm(owner)
    {
        addMaker();
        addCompute();
        addMemoryAndLinks();
        addPowerAndPrice();
        addSection(tr("On the canvas"));
        const QStringList shapes = wordList(deviceShapeNames);
        addChoice(
            tr("Shape of its symbol"), shapes,
            [shapes](const CatalogEntry &entry) { return shapes[static_cast<int>(device(entry).shape)]; },
            [shapes](CatalogEntry &entry, const QString &value) {
                device(entry).shape = static_cast<DeviceShape>(shapes.indexOf(value));
            });
        addOrigin([](CatalogEntry &entry) -> std::string & { return device(entry).source; },
                  [](CatalogEntry &entry) -> bool & { return device(entry).fromMemory; },
                  [](CatalogEntry &entry) -> std::string & { return device(entry).notes; });
    }

private:
    void addMaker()
    {
        addText(
            tr("Vendor"), [](const CatalogEntry &entry) { return device(entry).vendor; },
            [](CatalogEntry &entry, const std::string &value) { device(entry).vendor = value; });
        addCount(
            tr("Year"), 0, 9999, [](const CatalogEntry &entry) { return device(entry).year; },
            [](CatalogEntry &entry, int value) { device(entry).year = value; })
            ->setSpecialValueText(QStringLiteral("–"));
    }

    void addCompute()
    {
        addSection(tr("Dense compute, without sparsity"));
        for (std::size_t i = 0; i < precisionNames.size(); ++i)
            addQuantity(
                tr("Peak in %1").arg(QString::fromUtf8(precisionNames[i].data())), peakUnits(), limits::peak.minimum,
                limits::peak.maximum,
                [i](const CatalogEntry &entry) {
                    const auto peak = device(entry).peak[i];
                    return peak ? Number(peak->value) : Number();
                },
                [i](CatalogEntry &entry, Number value) {
                    device(entry).peak[i].reset();
                    if (value)
                        device(entry).peak[i] = FlopPerSecond(*value);
                })
                ->setNoneAllowed();
        const QString none = tr("default curves");
        QStringList classes = {none};
        for (const auto &curves : builtinCalibration().curves)
            classes << QString::fromStdString(curves.computeClass);
        addChoice(
            tr("Efficiency curves"), classes,
            [none](const CatalogEntry &entry) {
                const auto name = QString::fromStdString(device(entry).computeClass);
                return name.isEmpty() ? none : name;
            },
            [none](CatalogEntry &entry, const QString &value) {
                device(entry).computeClass = value == none ? std::string() : value.toStdString();
            });
    }

    void addMemoryAndLinks()
    {
        addSection(tr("Memory and links"));
        addQuantity(
            tr("Memory"), memoryUnits(), limits::memory.minimum, limits::memory.maximum,
            [](const CatalogEntry &entry) { return Number(device(entry).memory.value); },
            [](CatalogEntry &entry, Number value) { device(entry).memory = Bytes(value.value_or(0)); });
        addQuantity(
            tr("Memory bandwidth"), bandwidthUnits(), limits::bandwidth.minimum, limits::bandwidth.maximum,
            [](const CatalogEntry &entry) { return Number(device(entry).memoryBandwidth.value); },
            [](CatalogEntry &entry, Number value) {
                device(entry).memoryBandwidth = BytesPerSecond(value.value_or(0));
            });
        addText(
            tr("Link inside a node"), [](const CatalogEntry &entry) { return device(entry).intraLinkTechnology; },
            [](CatalogEntry &entry, const std::string &value) { device(entry).intraLinkTechnology = value; });
        addQuantity(
            tr("Bandwidth per direction"), bandwidthUnits(), limits::bandwidth.minimum, limits::bandwidth.maximum,
            [](const CatalogEntry &entry) {
                const double value = device(entry).intraLinkBandwidth.value;
                return value > 0 ? Number(value) : Number();
            },
            [](CatalogEntry &entry, Number value) {
                device(entry).intraLinkBandwidth = BytesPerSecond(value.value_or(0));
            })
            ->setNoneAllowed();
    }

    void addPowerAndPrice()
    {
        addSection(tr("Power and price"));
        addQuantity(
            tr("Power at full load"), {{QStringLiteral("W"), 1}}, limits::power.minimum, limits::power.maximum,
            [](const CatalogEntry &entry) { return Number(device(entry).power); },
            [](CatalogEntry &entry, Number value) { device(entry).power = value.value_or(0); });
        addQuantity(
            tr("Price"), {{tr("USD per hour"), 1}}, limits::price.minimum, limits::price.maximum,
            [](const CatalogEntry &entry) { return Number(device(entry).pricePerHour); },
            [](CatalogEntry &entry, Number value) { device(entry).pricePerHour = value; })
            ->setNoneAllowed();
        addText(
            tr("Source of the price"), [](const CatalogEntry &entry) { return device(entry).priceSource; },
            [](CatalogEntry &entry, const std::string &value) { device(entry).priceSource = value; });
    }
};

class LinkForm : public EntryForm
{
    Q_DECLARE_TR_FUNCTIONS(LinkForm)

public:
    explicit LinkForm(QWidget *owner) : EntryForm(owner)
    {
        const QStringList technologies = technologyNames();
        addChoice(
            tr("Technology"), technologies,
            [technologies](const CatalogEntry &entry) {
                return technologies[static_cast<int>(link(entry).technology)];
            },
            [technologies](CatalogEntry &entry, const QString &value) {
                link(entry).technology = static_cast<LinkTechnology>(technologies.indexOf(value));
            });
        addChoice(
            tr("Scope"),
            {QStringLiteral("inter-node"), QStringLiteral("intra-node"), QStringLiteral("rack"), QStringLiteral("pod")},
            [](const CatalogEntry &entry) { return QString::fromStdString(link(entry).scope); },
            [](CatalogEntry &entry, const QString &value) { link(entry).scope = value.toStdString(); });
        addQuantity(
            tr("Bandwidth per direction"), bandwidthUnits(), limits::bandwidth.minimum, limits::bandwidth.maximum,
            [](const CatalogEntry &entry) { return Number(link(entry).bandwidth.value); },
            [](CatalogEntry &entry, Number value) { link(entry).bandwidth = BytesPerSecond(value.value_or(0)); });
        addFact(tr("In bits"), [](const CatalogEntry &entry) {
            return tr("%1 Gbit/s per direction").arg(formatFactor(link(entry).bandwidth.value * 8 / 1e9));
        });
        addQuantity(
            tr("Latency"), timeUnits(), limits::latency.minimum, limits::latency.maximum,
            [](const CatalogEntry &entry) { return Number(link(entry).latency.value); },
            [](CatalogEntry &entry, Number value) { link(entry).latency = Seconds(value.value_or(0)); });
        addOrigin([](CatalogEntry &entry) -> std::string & { return link(entry).source; },
                  [](CatalogEntry &entry) -> bool & { return link(entry).fromMemory; },
                  [](CatalogEntry &entry) -> std::string & { return link(entry).notes; });
    }
};

} // namespace

EntryForm *makeDeviceForm(QWidget *parent) { return new DeviceForm(parent); }

EntryForm *makeLinkForm(QWidget *parent) { return new LinkForm(parent); }

} // namespace heteroscope
