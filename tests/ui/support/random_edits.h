// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random edits of every kind, as the window makes them.
#pragma once

#include "cluster/catalog.h"
#include "editing/canvas_clipboard.h"
#include "editing/canvas_edits.h"
#include "editing/curve_subject.h"
#include "editing/group_commands.h"
#include "editing/note_commands.h"
#include "editing/rack_commands.h"
#include "project/device_groups.h"
#include "project/edits.h"
#include "project/library_edits.h"
#include "project/recipe.h"
#include "project/recipe_text.h"

namespace heteroscope {

/// Does one random edit after the other to a document, the same ones for the same seed.
class RandomEdits
{
public:
    RandomEdits(Document &document, std::uint32_t seed) : m_document(document), m_state(seed) {}

    /// The i-th edit. What is drawn doubles when it is copied; a drawing that fills up is cleared a little.
    void step(int i)
    {
        constexpr std::size_t maxThings = 40;
        const auto names = allNames();
        NameSet chosen;
        for (std::size_t k = 0; k < 3 && !names.empty(); ++k)
            chosen.insert(names[random(names.size())]);
        m_document.selection()->selectNames(chosen);
        if (names.size() > maxThings)
            return removeSelected(m_document);
        switch (random(5)) {
        case 0:
            return draw(i, names);
        case 1:
            return order();
        case 2:
            return rackOrGroup();
        case 3:
            return copyOrPaste(i);
        default:
            return change(i);
        }
    }

private:
    std::size_t random(std::size_t below)
    {
        m_state = m_state * 1664525U + 1013904223U;
        return static_cast<std::size_t>(m_state >> 8) % below;
    }

    const Project &project() const { return m_document.project(); }
    const Cluster &cluster() const { return project().cluster; }

    std::vector<std::string> allNames() const
    {
        std::vector<std::string> names;
        const auto add = [&names](const auto &things) {
            for (const auto &thing : things)
                names.push_back(thing.name);
        };
        add(cluster().nodes);
        add(cluster().switches);
        add(cluster().links);
        add(cluster().racks);
        for (const DeviceGroup &group : cluster().deviceGroups)
            names.push_back(groupKey(group.name));
        return names;
    }

    void draw(int i, const std::vector<std::string> &names)
    {
        switch (random(5)) {
        case 0:
            addFromPalette(m_document, PaletteKind::node, QStringLiteral("8x A100-80GB HGX"), QPointF(double(i), 0));
            break;
        case 1:
            addFromPalette(m_document, PaletteKind::networkSwitch, QStringLiteral("switch"), QPointF(0, double(i)));
            break;
        case 2:
            if (names.size() > 1)
                addLinkBetween(m_document, names[random(names.size())], names[random(names.size())],
                               builtinCatalog().links[random(builtinCatalog().links.size())]);
            break;
        case 3: {
            Note note;
            note.text = "note " + std::to_string(i);
            addNoteTo(m_document, note);
            break;
        }
        default:
            removeSelected(m_document);
            break;
        }
    }

    void order()
    {
        const auto direction = random(2) ? Qt::Horizontal : Qt::Vertical;
        switch (random(4)) {
        case 0:
            nudgeSelected(m_document, QPointF(gridPitch, -gridPitch));
            break;
        case 1:
            alignSelected(m_document, direction);
            break;
        case 2:
            distributeSelected(m_document, direction);
            break;
        default:
            arrangeEverything(m_document);
            break;
        }
    }

    void rackOrGroup()
    {
        switch (random(5)) {
        case 0:
            rackSelected(m_document);
            break;
        case 1:
            unrackSelected(m_document);
            break;
        case 2:
            toggleRacks(m_document, selectedRacks(m_document));
            break;
        case 3:
            if (!cluster().racks.empty())
                setRepeat(m_document, cluster().racks[random(cluster().racks.size())].name,
                          static_cast<int>(1 + random(4)));
            break;
        default:
            changeGroups();
            break;
        }
    }

    void changeGroups()
    {
        if (cluster().deviceGroups.empty() || random(3) == 0) {
            groupSelected(m_document);
            return;
        }
        const std::string group = cluster().deviceGroups.front().name;
        switch (random(3)) {
        case 0:
            takeOutMembers(m_document, group, selectedMembers(m_document));
            break;
        case 1:
            renameGroup(m_document, group, "group " + std::to_string(random(4)));
            break;
        default:
            setRules(m_document, group,
                     {{group,
                       static_cast<MappingRule>(random(3)),
                       MappingTarget::stages,
                       {static_cast<int>(random(3))},
                       {}}});
            break;
        }
    }

    void copyOrPaste(int i)
    {
        static const Project rail = *buildRecipe(*parseRecipe("2x8 H100 ndr400 + 1x8 A100 hdr200 / rails"));
        switch (random(5)) {
        case 0:
            duplicateSelected(m_document);
            break;
        case 1:
            copySelected(m_document);
            break;
        case 2:
            cutSelected(m_document);
            break;
        case 3:
            pasteInto(m_document, QPointF(0, double(i)));
            break;
        default:
            addToDrawing(m_document, rail, QPointF(double(i), 0), QStringLiteral("%1"), QStringLiteral("%1"));
            break;
        }
    }

    void change(int i)
    {
        switch (random(5)) {
        case 0:
            return changeLink(i);
        case 1:
            return changeCatalog();
        case 2: {
            RateCurve curve;
            curve.points = {{Seconds(0), 1}, {Seconds(1), 0.5}};
            m_document.edit(QStringLiteral("curve"),
                            withCurve(project(), subjectsOf(*m_document.selection(), cluster()), curve));
            break;
        }
        case 3:
            if (!project().notes.empty()) {
                const auto id = project().notes.front().id;
                setNoteText(m_document, id, random(3) ? QString::number(i) : QString());
                setNoteWidth(m_document, {noteKey(id)}, double(120 + random(200)));
            }
            break;
        default: {
            Workload workload = project().workload;
            workload.job.globalBatch = static_cast<int>(1 + random(512));
            m_document.edit(QStringLiteral("batch"), setWorkload(project(), workload), QStringLiteral("batch"));
            break;
        }
        }
    }

    /// As the inspector does, while somebody types.
    void changeLink(int i)
    {
        if (cluster().links.empty())
            return;
        Link link = cluster().links[random(cluster().links.size())];
        const std::string name = link.name;
        link.bandwidth = BytesPerSecond(1e9 * double(1 + random(50)));
        if (random(3) == 0)
            link.name = "link " + std::to_string(i);
        m_document.edit(QStringLiteral("link"), replaceLink(project(), name, link), QStringLiteral("link"));
    }

    void changeCatalog()
    {
        const auto kind = static_cast<EntryKind>(random(4));
        CatalogEntry entry = newEntry(kind);
        const auto own = ownEntries(project(), kind);
        if (own.empty() || random(2)) {
            setName(entry, freeEntryName(project(), kind, nameOf(entry)));
            m_document.edit(QStringLiteral("entry"), addEntry(project(), entry));
        } else {
            m_document.edit(QStringLiteral("entry"), removeEntry(project(), kind, nameOf(own[random(own.size())])));
        }
    }

    Document &m_document;
    std::uint32_t m_state;
};

} // namespace heteroscope
