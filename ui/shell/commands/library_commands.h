// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands that add to the drawing: entries of palette and catalog, clusters from templates.
#pragma once

#include "editing/palette_mime.h"
#include "project/library.h"
#include "settings/actions.h"

#include <QObject>
#include <QPointer>

#include <functional>

namespace heteroscope {

class CanvasView;
class CatalogDialog;
class Document;

struct LibraryParts
{
    const Actions &actions;
    QWidget *window = nullptr;
    Document &document;
    CanvasView &canvas;
    /// True if the window shows the welcome page; items are then added to a new project.
    std::function<bool()> isWelcomeShown;
    /// Begins a new project if the window shows the welcome page. False if the user keeps the old one: nothing is
    /// added.
    std::function<bool()> beginProject;
};

class LibraryCommands : public QObject
{
    Q_OBJECT

public:
    explicit LibraryCommands(LibraryParts parts);
    ~LibraryCommands() override;

    /// Adds an item of the palette at a free position.
    void add(PaletteKind kind, const QString &name);
    /// Sets the link type for new links.
    void drawLinksAs(const QString &name);

signals:
    void said(const QString &text);

private:
    void showCatalog();
    void use(EntryKind kind, const QString &name);
    void addCluster();

    LibraryParts m_parts;
    QPointer<CatalogDialog> m_catalog; ///< while it is open
};

} // namespace heteroscope
