// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/catalog_dialog.h"

#include "catalog/entry_form.h"
#include "language/sentences.h"
#include "theme/icons.h"
#include "theme/text.h"
#include "theme/theme.h"
#include "widgets/fields.h"
#include "widgets/plain_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QStyledItemDelegate>
#include <QTreeView>

namespace heteroscope {
namespace {

constexpr int browserWidth = 420;
constexpr int rightPad = 8;
constexpr int figureGap = 12; // at least, between a name and its figure

/// The figure at the right, the name in what it leaves: neither is cut while there is room in the row.
class EntryDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const QString figure = index.siblingAtColumn(CatalogModel::figureColumn).data().toString();
        QStyleOptionViewItem row = option;
        initStyleOption(&row, index);
        const QStyle &style = *row.widget->style();
        const QRect place =
            style.subElementRect(QStyle::SE_ItemViewItemText, &row, row.widget).adjusted(0, 0, -rightPad, 0);
        const QFontMetrics figureMetrics(option.font);
        const int nameWidth = place.width() - figureMetrics.horizontalAdvance(figure) - figureGap;
        row.text = row.fontMetrics.elidedText(row.text, Qt::ElideRight, nameWidth);
        style.drawControl(QStyle::CE_ItemViewItem, &row, painter, row.widget);
        painter->save();
        painter->setFont(option.font);
        const bool isSelected = row.state & QStyle::State_Selected;
        painter->setPen(row.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text));
        painter->drawText(place, Qt::AlignRight | Qt::AlignVCenter, figure);
        painter->restore();
    }
};

QString newText(EntryKind kind)
{
    switch (kind) {
    case EntryKind::device:
        return CatalogDialog::tr("New device");
    case EntryKind::link:
        return CatalogDialog::tr("New link");
    case EntryKind::model:
        return CatalogDialog::tr("New model");
    case EntryKind::node:
        break;
    }
    return CatalogDialog::tr("New template");
}

QString useText(EntryKind kind)
{
    switch (kind) {
    case EntryKind::device:
    case EntryKind::node:
        return CatalogDialog::tr("Add to the drawing");
    case EntryKind::link:
        return CatalogDialog::tr("Use for new links");
    case EntryKind::model:
        break;
    }
    return CatalogDialog::tr("Train this model");
}

/// "node-0, node-1 and 3 more".
QString listed(const QStringList &names)
{
    constexpr qsizetype mostNamed = 3;
    const QString first = names.mid(0, mostNamed).join(QStringLiteral(", "));
    return names.size() > mostNamed
               ? CatalogDialog::tr("%1 and %2 more").arg(first, QString::number(names.size() - mostNamed))
               : first;
}

QString usersText(const EntryUsers &users)
{
    QStringList names;
    for (const std::string &name : users.nodes)
        names << text(name);
    for (const std::string &name : users.templates)
        names << CatalogDialog::tr("the template %1").arg(text(name));
    if (users.job)
        names << CatalogDialog::tr("the training job");
    return listed(names);
}

} // namespace

CatalogDialog::CatalogDialog(Document &document, QWidget *parent)
    : QDialog(parent),
      m_document(document),
      m_model(new CatalogModel(this)),
      m_filter(new CatalogFilter(this)),
      m_search(new QLineEdit(this)),
      m_scope(new QComboBox(this)),
      m_tree(new QTreeView(this)),
      m_nothing(new PlainLabel(this)),
      m_title(new PlainLabel(this)),
      m_origin(new PlainLabel(this)),
      m_name(new NameField(tr("Name"), this)),
      m_scroll(new QScrollArea(this)),
      m_remark(new PlainLabel(this)),
      m_new(new QPushButton(this)),
      m_copy(new QPushButton(tr("Copy into the project"), this)),
      m_fromNode(new QPushButton(tr("From the selected node"), this)),
      m_use(new QPushButton(this)),
      m_delete(new QPushButton(tr("Delete"), this))
{
    setObjectName(QStringLiteral("catalogDialog"));
    setWindowTitle(tr("Catalog"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(20);
    layout->addWidget(makeBrowser());
    layout->addWidget(makeDetails(), 1);
    resize(1140, 720);

    connect(m_search, &QLineEdit::textChanged, this, [this](const QString &words) {
        m_filter->setSearch(words);
        showProject();
    });
    connect(m_scope, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_filter->setOwnOnly(index == 1);
        showProject();
    });
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        if (!m_following)
            showCurrent();
    });
    connect(m_tree, &QTreeView::activated, this, [this] { // Enter or a double click
        if (current())
            m_use->click();
    });
    const auto onTree = [this](const QKeySequence &keys, auto &&function) {
        auto *shortcut = new QShortcut(keys, m_tree);
        shortcut->setContext(Qt::WidgetShortcut);
        connect(shortcut, &QShortcut::activated, this, std::forward<decltype(function)>(function));
    };
    onTree(QKeySequence(Qt::Key_Delete), [this] { remove(); });
    onTree(QKeySequence(Qt::Key_F2), [this] {
        if (!m_name->isVisible())
            return;
        m_name->setFocus();
        m_name->selectAll();
    });
    connect(m_name, &NameField::renamed, this, &CatalogDialog::rename);
    connect(m_new, &QPushButton::clicked, this, &CatalogDialog::addNew);
    connect(m_copy, &QPushButton::clicked, this, &CatalogDialog::copy);
    connect(m_fromNode, &QPushButton::clicked, this, &CatalogDialog::takeSelectedNode);
    connect(m_delete, &QPushButton::clicked, this, &CatalogDialog::remove);
    connect(m_use, &QPushButton::clicked, this, [this] {
        if (const auto now = current())
            emit useRequested(now->kind, text(now->name));
    });
    connect(&m_document, &Document::projectChanged, this, &CatalogDialog::showProject);
    connect(m_document.selection(), &Selection::changed, this, &CatalogDialog::showButtons);
    showProject();
    m_search->setFocus();
}

bool CatalogDialog::eventFilter(QObject *watched, QEvent *event)
{
    return (watched == m_search && passToList(event, m_tree)) || QDialog::eventFilter(watched, event);
}

QWidget *CatalogDialog::makeBrowser()
{
    auto *browser = new QWidget(this);
    browser->setFixedWidth(browserWidth);
    m_search->setPlaceholderText(tr("Search the catalog"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(IconName::search), QLineEdit::LeadingPosition);
    m_search->installEventFilter(this);
    m_scope->addItems({tr("Everything"), tr("In this project")});
    m_scope->setAccessibleName(tr("Entries to list"));
    m_filter->setSourceModel(m_model);
    m_tree->setModel(m_filter);
    m_tree->setAccessibleName(tr("Entries of the catalog"));
    m_tree->setHeaderHidden(true);
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(14);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setItemDelegate(new EntryDelegate(m_tree));
    m_tree->hideColumn(CatalogModel::figureColumn); // the delegate paints it into the row
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_nothing->setWordWrap(true);
    m_new->setObjectName(QStringLiteral("new"));
    m_copy->setObjectName(QStringLiteral("copy"));
    m_fromNode->setObjectName(QStringLiteral("fromNode"));
    m_fromNode->setToolTip(tr("Keeps the node that is selected on the canvas as a template"));
    auto *top = new QHBoxLayout;
    top->addWidget(m_search, 1);
    top->addWidget(m_scope);
    auto *bottom = new QHBoxLayout;
    bottom->addWidget(m_new);
    bottom->addWidget(m_fromNode);
    bottom->addStretch(1);
    auto *layout = new QVBoxLayout(browser);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(top);
    layout->addWidget(m_nothing);
    layout->addWidget(m_tree, 1);
    layout->addLayout(bottom);
    return browser;
}

QWidget *CatalogDialog::makeDetails()
{
    auto *details = new QWidget(this);
    m_title->setFont(heteroscope::font(TypeRole::welcome));
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_name->setObjectName(QStringLiteral("entryName"));
    m_origin->setFont(heteroscope::font(TypeRole::label));
    m_origin->setForegroundRole(QPalette::PlaceholderText);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_remark->setFont(heteroscope::font(TypeRole::label));
    m_remark->setWordWrap(true);
    m_remark->setMinimumHeight(30);
    m_remark->setAlignment(Qt::AlignLeft | Qt::AlignBottom);
    m_use->setObjectName(QStringLiteral("use"));
    m_use->setProperty("accent", true);
    m_delete->setObjectName(QStringLiteral("delete"));
    m_delete->setToolTip(
        plainTip(tr("%1 (%2)").arg(tr("Delete"), QKeySequence(Qt::Key_Delete).toString(QKeySequence::NativeText))));
    auto *closeButton = new QPushButton(tr("Close"), this);
    for (QPushButton *button : {m_new, m_copy, m_fromNode, m_use, m_delete, closeButton})
        button->setAutoDefault(false);
    connect(closeButton, &QPushButton::clicked, this, &QDialog::accept);
    auto *heading = new QHBoxLayout;
    heading->addWidget(m_title, 1);
    heading->addWidget(m_name, 1);
    heading->addWidget(m_origin);
    auto *bottom = new QHBoxLayout;
    bottom->addWidget(m_copy);
    bottom->addWidget(m_delete);
    bottom->addStretch(1);
    bottom->addWidget(m_use);
    bottom->addWidget(closeButton);
    auto *layout = new QVBoxLayout(details);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(heading);
    layout->addWidget(m_scroll, 1);
    layout->addWidget(m_remark);
    layout->addLayout(bottom);
    return details;
}

QString CatalogDialog::remark() const { return m_remark->text(); }

void CatalogDialog::say(const QString &words, bool problem)
{
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, currentTheme()[problem ? Role::error : Role::muted]);
    m_remark->setPalette(colours);
    m_remark->setText(words);
}

void CatalogDialog::choose(EntryKind kind, const std::string &name, bool own)
{
    QModelIndex index = m_filter->mapFromSource(m_model->find(kind, name, own));
    if (!index.isValid()) { // the search hides it
        m_search->clear();
        m_scope->setCurrentIndex(0);
        index = m_filter->mapFromSource(m_model->find(kind, name, own));
    }
    m_tree->setCurrentIndex(index);
    m_tree->scrollTo(index);
    showCurrent();
}

std::optional<CatalogDialog::Current> CatalogDialog::current() const
{
    const QModelIndex index = m_filter->mapToSource(m_tree->currentIndex());
    const CatalogEntry *entry = m_model->entry(index);
    if (!entry)
        return std::nullopt;
    return Current{kindOf(*entry), nameOf(*entry), m_model->isOwn(index)};
}

void CatalogDialog::showProject()
{
    m_following = true;
    m_model->setProject(m_document.project());
    m_tree->expandAll();
    m_nothing->setVisible(m_filter->rowCount() == 0);
    m_nothing->setText(m_search->text().isEmpty()
                           ? tr("The project has no entries of its own yet: copy one into it, or create a new one.")
                           : tr("No catalog entry matches."));
    // What was shown stays, under its name, or what stands in its row now (undo may rename it or take it away); where
    // that is hidden, the first that is listed.
    QModelIndex source = m_model->find(m_shown.kind, m_shown.name, m_shown.own);
    if (!source.isValid())
        source = m_model->index(m_shownRow, 0, m_model->section(m_shown.kind));
    QModelIndex index = m_filter->mapFromSource(source);
    if (!index.isValid())
        index = m_filter->index(0, 0, m_filter->index(0, 0));
    m_tree->setCurrentIndex(index);
    m_following = false;
    showCurrent();
}

void CatalogDialog::showCurrent()
{
    const QModelIndex index = m_filter->mapToSource(m_tree->currentIndex());
    const CatalogEntry *entry = m_model->entry(index);
    const bool own = m_model->isOwn(index);
    m_scroll->setVisible(entry != nullptr);
    m_title->setVisible(!own);
    m_name->setVisible(own);
    m_origin->setText(!entry ? QString() : own ? tr("in this project") : tr("built in"));
    if (!entry) {
        m_title->setText(index.isValid() ? kindTitle(CatalogModel::kindOfSection(index)) : QString());
        say({});
        showButtons();
        return;
    }
    const Current now{kindOf(*entry), nameOf(*entry), own};
    if (!m_form || now.kind != m_shown.kind) {
        m_form = makeEntryForm(
            now.kind, [this]() -> const Project & { return m_document.project(); }, nullptr);
        m_scroll->setWidget(m_form); // the old one goes
        connect(m_form, &EntryForm::edited, this, &CatalogDialog::take);
        connect(m_form, &EntryForm::editingFinished, this, [this] { m_document.endMerge(); });
    }
    const bool other = now != m_shown;
    m_shown = now;
    m_shownRow = index.row();
    if (other) {
        say({});
        m_scroll->ensureVisible(0, 0);
    }
    m_title->setText(text(now.name));
    if (other || !m_name->hasFocus())
        m_name->setName(text(now.name));
    m_form->setEntry(*entry, own);
    showButtons();
}

void CatalogDialog::showButtons()
{
    const auto now = current();
    const QModelIndex index = m_filter->mapToSource(m_tree->currentIndex());
    const EntryKind kind = index.isValid() ? CatalogModel::kindOfSection(index) : EntryKind::device;
    m_new->setText(newText(kind));
    m_fromNode->setVisible(kind == EntryKind::node);
    m_fromNode->setEnabled(selectedNode() != nullptr);
    m_copy->setText(now && now->own ? tr("Duplicate") : tr("Copy into the project"));
    m_copy->setEnabled(now.has_value());
    m_delete->setVisible(now && now->own);
    m_use->setText(useText(kind));
    m_use->setEnabled(now.has_value());
}

const Node *CatalogDialog::selectedNode() const
{
    const NameSet &names = m_document.selection()->names();
    return names.size() == 1 ? m_document.project().cluster.findNode(*names.begin()) : nullptr;
}

bool CatalogDialog::edit(const QString &what, const Result<Project> &after, const QString &key)
{
    if (!after) {
        const Error &error = after.error();
        say(error.hint.empty() ? spoken(error.found)
                               : tr("Not applied yet: %1; %2").arg(spoken(error.found), spoken(error.hint)),
            true);
        return false;
    }
    say({});
    m_document.edit(what, *after, key);
    return true;
}

void CatalogDialog::add(const QString &what, CatalogEntry entry)
{
    setName(entry, freeEntryName(m_document.project(), kindOf(entry), nameOf(entry)));
    m_document.endMerge();
    if (!edit(what.arg(text(nameOf(entry))), addEntry(m_document.project(), entry)))
        return;
    choose(kindOf(entry), nameOf(entry), true);
    m_name->setFocus();
    m_name->selectAll();
}

void CatalogDialog::addNew()
{
    const QModelIndex index = m_filter->mapToSource(m_tree->currentIndex());
    add(tr("Add %1 to the project's catalog"),
        newEntry(index.isValid() ? CatalogModel::kindOfSection(index) : EntryKind::device));
}

void CatalogDialog::copy()
{
    if (const CatalogEntry *entry = m_model->entry(m_filter->mapToSource(m_tree->currentIndex())))
        add(tr("Copy %1 into the project"), *entry);
}

void CatalogDialog::takeSelectedNode()
{
    const Node *node = selectedNode();
    if (!node)
        return;
    Node made = *node;
    made.templateName.clear();
    add(tr("Add %1 to the project's catalog"), made);
}

void CatalogDialog::rename(const QString &name)
{
    const auto now = current();
    const CatalogEntry *entry = m_model->entry(m_filter->mapToSource(m_tree->currentIndex()));
    if (!now || !now->own || !entry)
        return;
    CatalogEntry renamed = *entry;
    setName(renamed, name.toStdString());
    const Result<Project> after = replaceEntry(m_document.project(), now->name, renamed);
    m_document.endMerge();
    const Current old = m_shown;
    if (after) {
        m_shown.name = name.toStdString(); // the tree comes back to it
        m_filter->keep(now->kind, m_shown.name);
    }
    if (!edit(tr("Rename %1").arg(text(now->name)), after)) {
        m_shown = old;
        m_name->setName(text(now->name));
    } else {
        m_name->setName(name);
    }
}

void CatalogDialog::remove()
{
    const auto now = current();
    if (!now || !now->own)
        return;
    if (const EntryUsers users = usersOf(m_document.project(), now->kind, now->name); users.any()) {
        say(tr("Not deleted: it is used by %1.").arg(usersText(users)), true);
        return;
    }
    m_document.endMerge();
    if (edit(tr("Delete %1").arg(text(now->name)), removeEntry(m_document.project(), now->kind, now->name)))
        m_tree->setFocus();
}

void CatalogDialog::take(const CatalogEntry &draft, const QString &key)
{
    const auto now = current();
    if (!now || !now->own || nameOf(draft) != now->name)
        return;
    m_filter->keep(now->kind, now->name);
    edit(tr("Change %1").arg(text(now->name)), replaceEntry(m_document.project(), now->name, draft),
         key.isEmpty() ? QString()
                       : QStringLiteral("catalog/%1/%2/%3").arg(static_cast<int>(now->kind)).arg(text(now->name), key));
}

} // namespace heteroscope
