// SPDX-License-Identifier: GPL-3.0-or-later
//
// The view of the canvas: zoom, pan, keyboard, drops from the palette, and the gesture that is active.
#pragma once

#include "canvas/scene/canvas_fit.h"
#include "canvas/scene/canvas_scene.h"
#include "canvas/view/gesture.h"
#include "canvas/view/measure.h"
#include "editing/palette_mime.h"

#include <QGraphicsView>

namespace heteroscope {

class CanvasControls;
class CanvasLegend;
class NoteEditor;
class PreviewChip;
class Session;

/// What of the scene is in view.
struct CanvasPlace
{
    double zoom = 1;
    QPointF centre;
    bool fitted = true; ///< everything, whatever the size of the view
    friend bool operator==(const CanvasPlace &, const CanvasPlace &) = default;
};

class CanvasView : public QGraphicsView
{
    Q_OBJECT

public:
    explicit CanvasView(Document *document, QWidget *parent = nullptr);
    ~CanvasView() override;

    Document *document() const { return m_document; }
    CanvasScene *canvasScene() const { return m_scene; }
    /// Follows the session: its simulation is the overlay, its staleness dims it.
    void setSession(Session *session);
    /// Shows the placement of this simulation as a ghost instead of the shown step; null ends that. It ends by itself
    /// when another step is shown.
    void setPreview(const std::shared_ptr<const Simulation> &preview);
    const PreviewChip &previewChip() const { return *m_previewChip; }

    double zoom() const { return m_scene->zoom(); }
    void setZoom(double zoom, std::optional<QPointF> keepScenePoint = std::nullopt);
    void panBy(QPoint pixels);
    CanvasPlace place() const;
    void setPlace(const CanvasPlace &place);

    const LinkType &linkType() const { return m_linkType; }
    void setLinkType(const LinkType &type);

    const Gesture *gesture() const { return m_gesture.get(); }
    /// Cancels the running gesture. Returns false if there is none.
    bool cancelGesture();
    /// Shows feedback on the running gesture, e.g. why a link is not allowed; an empty text hides it.
    void showFeedback(const QString &text);
    /// The position of an item that is added by keyboard.
    QPointF freePlaceInView() const;
    /// The position of pasted items: under the pointer if it is over the canvas, otherwise in the middle of the view.
    QPointF pastePlace() const;
    /// Scrolls and zooms so that the items are in the middle of the view and readable.
    void reveal(const NameSet &names);

    /// Opens a field for a new note: under the pointer if it is over the canvas, else in a free place.
    void addNote();
    void addNoteAt(QPointF scenePoint);
    /// Opens a field for the one note that is selected.
    void editNote();
    /// Saves the note that is being edited. Returns false if its text is not allowed.
    bool finishNote();
    const NoteEditor *noteEditor() const { return m_noteEditor; }

    /// The measuring tool: while it is on, a drag measures the way from one node to another. Two things that are
    /// selected when it is taken are measured at once.
    void setMeasuring(bool on);
    bool isMeasuring() const { return m_measuring; }
    Measurement measure(const std::string &from, const std::string &to);
    /// Shows a measurement until the next one, or until the tool is switched off.
    void showMeasurement(const Measurement &measurement);
    const Measurement &measurement() const { return m_measurement; }

    CanvasLegend *legend() const;
    bool isLegendShown() const;
    void setLegendShown(bool shown);

    /// Draws everything larger by this factor, for a projector: cards, text and controls. The zoom stays.
    void setMagnification(double magnification);
    double magnification() const { return m_magnification; }
    /// Pixels of the view for one scene unit.
    double pixelsPerUnit() const { return zoom() * m_magnification; }

    /// Draws everything fitted into the rectangle, without controls.
    void renderTo(QPainter &painter, const QRectF &target);

public slots:
    /// Shows everything, clear of the open legend.
    void fit();
    void zoomIn() { setZoom(zoom() * 1.25); }
    void zoomOut() { setZoom(zoom() / 1.25); }
    void zoomToActualSize() { setZoom(1); }
    /// Fits without a later change of size spoiling it: until the user zooms or pans, resizing fits again. Clear of the
    /// legend only if it was open at the last fit(): opening it moves nothing.
    void fitAndFollow();

signals:
    void zoomChanged(double zoom);
    void feedback(const QString &text);
    void linkTypeChanged();
    void measuringChanged(bool on);
    void legendShownChanged(bool shown);
    void exampleDropped(const QString &file);
    /// Space was pressed and released without moving the view.
    void playRequested();

protected:
    bool event(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragMoveEvent(QDragMoveEvent *event) override;
    void dragLeaveEvent(QDragLeaveEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    /// Announces the selection to screen readers.
    void describeSelection();
    /// The tag of a group, a thing, an open rack or a link there, by name or key; empty none.
    std::string thingAt(QPointF scenePoint, double reach = 0) const;
    void hover(QPointF scenePoint);
    void endGesture();
    /// Keys that select another thing: Ctrl+arrows towards it, Page Down and Page Up in turn, Shift adds.
    bool walk(const QKeyEvent &event);
    /// Alt+Left and Alt+Right: selected notes narrower and wider.
    bool widen(const QKeyEvent &event);
    void paintDropGhost(QPainter &painter);
    void updateSceneRect();
    void updateCursor();
    /// How far the view can zoom out: until everything has room, however large the drawing is.
    double lowestZoom() const;
    FitRoom fitRoom() const;
    /// What is measured follows the drawing and the instant on show.
    void measureAgain();

    struct Drop
    {
        PaletteKind kind = PaletteKind::node;
        QString name;
        QPointF at;
    };

    Document *m_document;
    CanvasScene *m_scene;
    CanvasControls *m_controls;
    NoteEditor *m_noteEditor;
    PreviewChip *m_previewChip;
    std::unique_ptr<Gesture> m_gesture;
    std::optional<Drop> m_drop;
    LinkType m_linkType;
    std::optional<QPointF> m_pointer;      ///< in the scene, while it is over the canvas
    std::unique_ptr<MeasuringTape> m_tape; ///< of the project that was measured last
    Measurement m_measurement;
    bool m_measuring = false;
    Session *m_session = nullptr;
    bool m_spaceHeld = false;
    bool m_spaceUsed = false; ///< the view was moved since Space is held
    bool m_followFit = true;
    bool m_clearOfLegend = false; ///< fitted beside the open legend
    QRectF m_fitted;              ///< extent of the drawing at 100 % when it was fitted last
    double m_magnification = 1;
};

} // namespace heteroscope
