// SPDX-License-Identifier: GPL-3.0-or-later
//
// What comes into the drawing from the library: entries of the palette and of the catalog, clusters made from
// templates.
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
    /// Whether the window shows the welcome page: what is added then goes into a project of its own.
    std::function<bool()> isWelcomeShown;
};

class LibraryCommands : public QObject
{
    Q_OBJECT

public:
    explicit LibraryCommands(LibraryParts parts);
    ~LibraryCommands() override;

    /// Adds what the palette names, where there is room.
    void add(PaletteKind kind, const QString &name);
    /// Links that are drawn from now on are of this type.
    void drawLinksAs(const QString &name);

signals:
    /// Something is about to be added while the welcome page is shown.
    void newProjectNeeded();
    void said(const QString &text);

private:
    void showCatalog();
    void use(EntryKind kind, const QString &name);
    void addCluster();

    LibraryParts m_parts;
    QPointer<CatalogDialog> m_catalog; ///< while it is open
};

} // namespace heteroscope
