// SPDX-License-Identifier: GPL-3.0-or-later
//
// One or several links: the type of the catalog whose figures they have, technology, bandwidth, latency, speed; the
// load of one in both directions. What differs between several is shown as mixed, and setting it sets all of them.
#include "canvas/scene/canvas_overlay.h"
#include "cluster/catalog.h"
#include "cluster/scenario_span.h"
#include "inspector/inspector.h"
#include "language/link_text.h"
#include "project/edits.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "theme/text.h"
#include "widgets/plain_text.h"

#include <algorithm>
#include <functional>

namespace heteroscope {
namespace {

/// What can be drawn between nodes: the project's own types, then those of the catalog that are not hidden by one.
std::vector<LinkType> drawnTypes(const Project &project)
{
    std::vector<LinkType> types = project.library.links;
    const std::size_t own = types.size();
    for (const LinkType &type : builtinCatalog().links) {
        const auto isIt = [&](const LinkType &one) { return one.name == type.name; };
        if (type.scope != "chip" && std::none_of(types.begin(), types.begin() + static_cast<std::ptrdiff_t>(own), isIt))
            types.push_back(type);
    }
    return types;
}

bool hasFiguresOf(const Link &link, const LinkType &type)
{
    return link.technology == type.technology && link.bandwidth == type.bandwidth && link.latency == type.latency;
}

class LinkPage : public InspectorPage
{
    Q_DECLARE_TR_FUNCTIONS(LinkPage)

public:
    LinkPage(Session &owner, const NameSet &names) : InspectorPage(owner), m_names(names)
    {
        addFields();
        m_source = addNote();
        m_curve = addCurve();
        if (names.size() == 1)
            addLoad();
        finish();
        connectChoices();
        connectQuantities();
    }

    bool refresh() override
    {
        std::vector<const Link *> links;
        for (const std::string &name : m_names)
            if (const Link *link = project().cluster.findLink(name))
                links.push_back(link);
        if (links.empty())
            return false;
        const Link &link = *links.front();
        setHeading(IconName::link, links.size() == 1 ? tr("%1 – %2").arg(text(link.from), text(link.to)) : tr("Links"),
                   links.size() == 1 ? tr("1 link") : tr("%1 links").arg(links.size()));
        const auto same = [&](auto read) {
            return std::all_of(links.begin(), links.end(),
                               [&](const Link *other) { return read(*other) == read(link); });
        };
        const auto show = [&](QuantityField *field, auto read) {
            if (same(read))
                return field->setValue(read(link));
            double largest = 0;
            for (const Link *one : links)
                largest = std::max(largest, read(*one));
            field->setMixed(largest);
        };
        showType(links);
        show(m_bandwidth, [](const Link &l) { return l.bandwidth.value; });
        show(m_latency, [](const Link &l) { return l.latency.value; });
        const Seconds now = session().startTime();
        show(m_speed, [now](const Link &l) { return l.rate.factorAt(now); });
        const bool changes =
            std::any_of(links.begin(), links.end(), [](const Link *l) { return changesOverTime(l->rate); });
        m_speed->setEnabled(!changes); // one figure would wipe the curve
        showCurve(m_curve, links.size() == 1 ? &link.rate : nullptr);
        m_technology->setCurrentIndex(
            same([](const Link &l) { return l.technology; }) ? static_cast<int>(link.technology) : -1);
        m_technology->setPlaceholderText(tr("mixed"));
        if (links.size() == 1)
            refreshLoad(link);
        return true;
    }

private:
    void addFields()
    {
        PlainForm *form = addForm();
        if (m_names.size() == 1) {
            m_name = new NameField(tr("Name"), this);
            form->addRow(tr("Name"), m_name);
            connect(m_name, &NameField::renamed, this, [this](const QString &name) { rename(name); });
        }
        m_type = new QComboBox(this);
        m_type->setAccessibleName(tr("Type"));
        m_type->setToolTip(tr("Copies technology, bandwidth and latency from the catalog"));
        m_type->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        m_types = drawnTypes(project());
        for (const LinkType &type : m_types)
            m_type->addItem(text(type.name));
        form->addRow(tr("Type"), m_type);
        m_technology = new QComboBox(this);
        m_technology->setAccessibleName(tr("Technology"));
        m_technology->addItems(technologyNames());
        form->addRow(tr("Technology"), m_technology);
        m_bandwidth = new QuantityField(tr("Bandwidth"), bandwidthUnits(), this);
        m_bandwidth->setRange(1e3, 1e15);
        form->addRow(tr("Bandwidth"), m_bandwidth);
        m_latency = new QuantityField(tr("Latency"), timeUnits(), this);
        m_latency->setRange(0, 10);
        form->addRow(tr("Latency"), m_latency);
        m_speed = new QuantityField(tr("Speed now"), {{QStringLiteral("%"), 0.01}}, this);
        m_speed->setRange(0, 1);
        m_speed->setToolTip(tr("Available share of the bandwidth at the start of the step; 0 means down"));
        form->addRow(tr("Speed, %"), m_speed);
    }

    void addLoad()
    {
        m_direction = addFact(addForm(), tr("Direction"));
        addSection(tr("Load in this step"));
        m_load = new ShareRows(this);
        addWidget(m_load);
        PlainForm *facts = addForm();
        m_carried = addFact(facts, tr("Carried"));
        m_mean = addFact(facts, tr("Busy"));
        m_flows = addFact(facts, tr("Max flows at a time"));
        m_users = addFact(facts, tr("Flows at that time"));
        m_note = addNote();
    }

    void rename(const QString &name)
    {
        const Link *link = first();
        if (!link)
            return;
        Link changed = *link;
        changed.name = name.toStdString();
        const std::string old = link->name;
        m_names = {changed.name};
        if (!document().edit(tr("Rename %1").arg(text(old)), replaceLink(project(), old, changed)))
            m_names = {old};
        document().selection()->selectNames(m_names);
        refresh();
    }

    void connectChoices()
    {
        connect(m_type, &QComboBox::activated, this, [this](int index) {
            const LinkType type = m_types[static_cast<std::size_t>(index)];
            change(tr("type"), QStringLiteral("type"), [&type](Link &link) {
                link.technology = type.technology;
                link.bandwidth = type.bandwidth;
                link.latency = type.latency;
            });
            document().endMerge();
        });
        connect(m_technology, &QComboBox::activated, this, [this](int index) {
            change(tr("technology"), QStringLiteral("technology"),
                   [index](Link &link) { link.technology = static_cast<LinkTechnology>(index); });
        });
    }

    void connectQuantities()
    {
        connect(m_bandwidth, &QuantityField::edited, this, [this](double value) {
            change(tr("bandwidth"), QStringLiteral("bandwidth"),
                   [value](Link &link) { link.bandwidth = BytesPerSecond(value); });
        });
        connect(m_latency, &QuantityField::edited, this, [this](double value) {
            change(tr("latency"), QStringLiteral("latency"), [value](Link &link) { link.latency = Seconds(value); });
        });
        connect(m_speed, &QuantityField::edited, this, [this](double value) {
            change(tr("speed"), QStringLiteral("speed"), [value](Link &link) {
                link.rate.points.clear();
                if (value < 1)
                    link.rate.points.push_back({Seconds(0), value});
            });
        });
        for (QuantityField *field : {m_bandwidth, m_latency, m_speed})
            connect(field, &QuantityField::editingFinished, this, [this] { document().endMerge(); });
    }

    const Link *first() const { return m_names.empty() ? nullptr : project().cluster.findLink(*m_names.begin()); }

    void change(const QString &what, const QString &key, const std::function<void(Link &)> &edit)
    {
        Project after = project();
        for (const std::string &name : m_names)
            if (const Link *link = after.cluster.findLink(name)) {
                Link changed = *link;
                edit(changed);
                Result<Project> next = replaceLink(after, name, changed);
                if (!next) {
                    document().edit(QString(), next);
                    return;
                }
                after = std::move(*next);
            }
        const QString whose = m_names.size() == 1 ? text(*m_names.begin()) : tr("%1 links").arg(m_names.size());
        document().edit(tr("Change %1 of %2").arg(what, whose), std::move(after), key + u'/' + whose);
    }

    void showType(const std::vector<const Link *> &links)
    {
        const auto type = std::find_if(m_types.begin(), m_types.end(),
                                       [&](const LinkType &one) { return hasFiguresOf(*links.front(), one); });
        const bool alike = std::all_of(links.begin(), links.end(), [&](const Link *link) {
            return type != m_types.end() ? hasFiguresOf(*link, *type)
                                         : std::none_of(m_types.begin(), m_types.end(),
                                                        [&](const LinkType &one) { return hasFiguresOf(*link, one); });
        });
        const bool known = alike && type != m_types.end();
        m_type->setCurrentIndex(known ? static_cast<int>(type - m_types.begin()) : -1);
        m_type->setPlaceholderText(alike ? tr("custom") : tr("mixed"));
        m_source->setText(!known             ? QString()
                          : type->fromMemory ? tr("Unsourced estimate.")
                                             : tr("Source: %1").arg(text(type->source)));
        m_source->setVisible(known);
    }

    void refreshLoad(const Link &link)
    {
        if (m_name && !m_name->hasFocus())
            m_name->setName(text(link.name));
        m_direction->setText(
            tr("%1 per direction").arg(formatBandwidth(link.bandwidth * link.rate.factorAt(session().startTime()))));
        if (m_overlay.simulation != session().shown())
            m_overlay = makeOverlay(session().shown());
        const CanvasOverlay &overlay = m_overlay;
        const LinkOverlay *load = overlay.link(link.name);
        const bool known = overlay.result() != nullptr;
        std::vector<ShareRow> rows;
        const auto add = [&](const std::string &to, double share) {
            ShareRow row;
            row.label = tr("to %1").arg(text(to));
            row.share = share;
            row.value = formatPercent(share);
            row.loadStep = std::clamp(static_cast<int>(share * 5), 0, 4);
            row.strong = true;
            rows.push_back(row);
        };
        if (known) {
            add(link.to, load ? load->forward : 0);
            add(link.from, load ? load->backward : 0);
        }
        m_load->setRows(std::move(rows), session().isStale());
        const bool used = known && load && load->maxShared >= 0;
        const LinkLoad *shared = used ? &overlay.result()->links[static_cast<std::size_t>(load->maxShared)] : nullptr;
        const QString sharing = shared ? sharedText(*shared) : QString();
        m_flows->setText(!shared ? QStringLiteral("–") : sharing.isEmpty() ? tr("never more than 1") : sharing);
        m_users->setText(sharing.isEmpty() ? QStringLiteral("–") : usersText(*overlay.result(), *shared));
        if (!known) {
            m_carried->setText(QStringLiteral("–"));
            m_mean->setText(QStringLiteral("–"));
            m_note->setText(tr("Nothing is simulated yet."));
            return;
        }
        const Bytes there = load ? load->bytesForward : Bytes(0);
        const Bytes back = load ? load->bytesBackward : Bytes(0);
        m_carried->setText(tr("%1 and %2 back").arg(formatBytes(there), formatBytes(back)));
        const double step = toSeconds(overlay.result()->stepTime).value;
        m_mean->setText(
            tr("%1 of %2").arg(formatSeconds(Seconds((load ? load->load() : 0) * step)), formatSeconds(Seconds(step))));
        m_note->setText(load ? tr("Load is the bytes of a step over the bandwidth that the link has during it, as a "
                                  "share of the step.")
                             : tr("This plan sends nothing over it."));
    }

    /// A line for each flow that is on the link when most are.
    static QString usersText(const StepResult &result, const LinkLoad &link)
    {
        QStringList lines = sharedBy(result, link);
        for (QString &line : lines) {
            // It breaks before its number, if at all.
            QString rate = line.section(u'\t', 1).replace(u' ', QChar::Nbsp);
            rate.replace(u'/', QStringLiteral("\u2060/\u2060"));
            line = line.section(u'\t', 0, 0) + QStringLiteral("  ") + rate;
        }
        return lines.join(u'\n');
    }

    NameSet m_names;
    CanvasOverlay m_overlay; // of the simulation on show
    NameField *m_name = nullptr;
    std::vector<LinkType> m_types; // in the order of m_type
    QComboBox *m_type = nullptr;
    QLabel *m_source = nullptr;
    QComboBox *m_technology;
    QuantityField *m_bandwidth;
    QuantityField *m_latency;
    QuantityField *m_speed;
    CurvePlot *m_curve;
    QLabel *m_direction = nullptr;
    ShareRows *m_load = nullptr;
    QLabel *m_carried = nullptr;
    QLabel *m_mean = nullptr;
    QLabel *m_flows = nullptr;
    QLabel *m_users = nullptr;
    QLabel *m_note = nullptr;
};

} // namespace

InspectorPage *makeLinkPage(Session &session, const NameSet &names) { return new LinkPage(session, names); }

} // namespace heteroscope
