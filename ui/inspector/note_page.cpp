// SPDX-License-Identifier: GPL-3.0-or-later
//
// One note: its text, colour and width; of several what can be set for all of them.
#include "editing/note_commands.h"
#include "inspector/inspector.h"
#include "widgets/note_paper.h"
#include "widgets/note_text.h"
#include "widgets/plain_text.h"

#include <QPainter>
#include <QSpinBox>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr int textHeight = 160; // px
constexpr int widthStep = 20;

QIcon swatch(NoteColour colour)
{
    constexpr int side = 16;
    const double ratio = 2;
    QPixmap picture(qRound(side * ratio), qRound(side * ratio));
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    paintPaper(painter, QRectF(1, 1, side - 2, side - 2), colour, currentTheme()[Role::muted], 1);
    return picture;
}

class NotePage : public InspectorPage
{
    Q_DECLARE_TR_FUNCTIONS(NotePage)

public:
    NotePage(Session &owner, NameSet keys) : InspectorPage(owner), m_keys(std::move(keys))
    {
        if (m_keys.size() == 1) {
            m_text = new NoteText(this);
            m_text->setFixedHeight(textHeight);
            m_text->setToolTip(tr("Ctrl+Enter or leaving the field saves the text; Escape restores it."));
            addWidget(m_text);
            connect(m_text, &NoteText::committed, this, [this] { write(); });
            connect(m_text, &NoteText::textChanged, this, [this] { keepDraft(); });
        }
        PlainForm *form = addForm();
        form->setContentsMargins(0, m_text ? 10 : 0, 0, 0);
        m_colour = new QComboBox(this);
        m_colour->setObjectName(QStringLiteral("noteColour"));
        m_colour->setAccessibleName(tr("Colour of the note"));
        for (std::size_t i = 0; i < noteColourNames.size(); ++i)
            m_colour->addItem(colourText(static_cast<NoteColour>(i)));
        form->addRow(tr("Colour"), m_colour);
        m_width = new QSpinBox(this);
        m_width->setObjectName(QStringLiteral("noteWidth"));
        m_width->setRange(static_cast<int>(minNoteWidth), static_cast<int>(maxNoteWidth));
        m_width->setSingleStep(widthStep);
        m_width->setSuffix(QStringLiteral(" px"));
        m_width->setKeyboardTracking(false);
        m_width->setAccessibleName(tr("Width of the note"));
        form->addRow(tr("Width"), m_width);
        addNote()->setText(tr("Notes have no effect on the simulation."));
        finish();
        connect(m_colour, &QComboBox::activated, this,
                [this](int index) { setNoteColour(document(), m_keys, static_cast<NoteColour>(index)); });
        connect(m_width, &QSpinBox::valueChanged, this, [this](int width) { setNoteWidth(document(), m_keys, width); });
        connect(m_width, &QSpinBox::editingFinished, this, [this] { document().endMerge(); });
        connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, [this] { showSwatches(); });
        showSwatches();
    }

    bool refresh() override
    {
        std::vector<const Note *> notes;
        for (const std::string &key : m_keys)
            if (const Note *note = findNote(project().notes, key))
                notes.push_back(note);
        if (notes.empty() || notes.size() != m_keys.size())
            return false;
        const Note &first = *notes.front();
        const bool one = notes.size() == 1;
        setHeading(IconName::note, one ? tr("Note") : tr("%1 notes").arg(notes.size()));
        const bool sameColour =
            std::all_of(notes.begin(), notes.end(), [&](const Note *note) { return note->colour == first.colour; });
        m_colour->setCurrentIndex(sameColour ? static_cast<int>(first.colour) : -1);
        const QSignalBlocker quiet(m_width);
        m_width->setValue(qRound(first.width));
        if (!m_text)
            return true;
        m_text->setColour(first.colour);
        if (m_shown != first.text) { // what is being written stays while other things change
            m_shown = first.text;
            m_text->setNoteText(QString::fromStdString(first.text));
        }
        return true;
    }

    bool finishEditing() override { return !m_text || write(); }

private:
    void showSwatches()
    {
        for (int i = 0; i < m_colour->count(); ++i)
            m_colour->setItemIcon(i, swatch(static_cast<NoteColour>(i)));
    }

    bool write()
    {
        const Note *note = findNote(project().notes, *m_keys.begin());
        const QString text = m_text->toPlainText();
        if (!note || text.toStdString() == note->text)
            return true;
        const int id = note->id;
        const bool taken = setNoteText(document(), id, text);
        if (taken)
            document().dropDraft(id);
        return taken;
    }

    void keepDraft()
    {
        const Note *note = findNote(project().notes, *m_keys.begin());
        if (!note)
            return;
        Note draft = *note;
        draft.text = m_text->toPlainText().toStdString();
        document().setDraft(draft);
    }

    NameSet m_keys;
    NoteText *m_text = nullptr;
    std::string m_shown;
    QComboBox *m_colour;
    QSpinBox *m_width;
};

} // namespace

InspectorPage *makeNotePage(Session &session, const NameSet &keys) { return new NotePage(session, keys); }

} // namespace heteroscope
