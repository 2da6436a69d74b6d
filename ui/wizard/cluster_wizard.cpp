// SPDX-License-Identifier: GPL-3.0-or-later
#include "wizard/cluster_wizard.h"

#include "canvas/view/canvas_view.h"
#include "language/sentences.h"
#include "project/recipe_text.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"
#include "wizard/recipe_form.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>

namespace heteroscope {
namespace {

const QString firstLine = QStringLiteral("4x8 A100 hdr200 + 2x8 H100 ndr400 / spine 2:1");

QString counted(std::size_t count, const QString &one, const QString &many)
{
    return QStringLiteral("%1 %2").arg(formatCount(count), count == 1 ? one : many);
}

} // namespace

ClusterPreview::ClusterPreview(QWidget *parent) : QWidget(parent), m_canvas(std::make_unique<CanvasView>(&m_document))
{
    setMinimumSize(360, 280);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Picture of the cluster"));
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, [this] { update(); });
}

ClusterPreview::~ClusterPreview() = default;

void ClusterPreview::setProject(const Project &project)
{
    m_document.reset(project);
    m_stale = false;
    update();
}

void ClusterPreview::setStale(bool stale)
{
    m_stale = stale;
    update();
}

void ClusterPreview::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &t = currentTheme();
    painter.fillRect(rect(), t[Role::canvas]);
    if (m_stale)
        painter.setOpacity(Theme::staleOpacity);
    if (!m_document.project().canvas.empty())
        m_canvas->renderTo(painter, QRectF(rect()).adjusted(1, 1, -1, -1));
    painter.setOpacity(1);
    painter.setPen(t[Role::border]);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

ClusterWizard::ClusterWizard(Catalog catalog, QWidget *parent)
    : QDialog(parent),
      m_catalog(std::move(catalog)),
      m_line(new QLineEdit(this)),
      m_problemIcon(new PlainLabel(this)),
      m_words(new PlainLabel(this)),
      m_form(new RecipeForm(m_catalog, this)),
      m_preview(new ClusterPreview(this)),
      m_sum(new PlainLabel(this)),
      m_add(new QPushButton(tr("Add to the drawing"), this))
{
    setWindowTitle(tr("Cluster from a template"));
    auto *caption = new PlainLabel(tr("In words"), this);
    caption->setFont(heteroscope::font(TypeRole::title));
    caption->setBuddy(m_line);
    m_line->setObjectName(QStringLiteral("recipe"));
    m_line->setAccessibleName(tr("The cluster in words"));
    m_words->setObjectName(QStringLiteral("problem"));
    m_words->setFont(heteroscope::font(TypeRole::label));
    m_words->setWordWrap(true);
    m_words->setMinimumHeight(30);
    m_words->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_problemIcon->setPixmap(icon(IconName::refused, Role::error).pixmap(14));
    auto *below = new QHBoxLayout;
    below->setSpacing(6);
    below->addWidget(m_problemIcon, 0, Qt::AlignTop);
    below->addWidget(m_words, 1);
    m_form->setFixedWidth(400);
    m_add->setObjectName(QStringLiteral("add"));
    m_add->setProperty("accent", true);
    m_add->setDefault(true);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);

    auto *middle = new QHBoxLayout;
    middle->setSpacing(20);
    middle->addWidget(m_form);
    middle->addWidget(m_preview, 1);
    auto *bottom = new QHBoxLayout;
    m_sum->setForegroundRole(QPalette::PlaceholderText);
    bottom->addWidget(m_sum, 1);
    bottom->addWidget(cancel);
    bottom->addWidget(m_add);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->addWidget(caption);
    layout->addWidget(m_line);
    layout->addLayout(below);
    layout->addLayout(middle, 1);
    layout->addSpacing(8);
    layout->addLayout(bottom);
    resize(1000, 640);

    connect(m_line, &QLineEdit::textEdited, this, &ClusterWizard::readLine);
    connect(m_form, &RecipeForm::edited, this, &ClusterWizard::readForm);
    connect(m_add, &QPushButton::clicked, this, &ClusterWizard::accept);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    m_line->setText(firstLine);
    readLine();
    m_line->setFocus();
    m_line->selectAll();
}

void ClusterWizard::accept()
{
    if (!m_question || m_question())
        QDialog::accept();
}

void ClusterWizard::readLine()
{
    if (m_line->text().trimmed().isEmpty()) { // not wrong, only not begun
        showWords(tr("Such as %1").arg(firstLine), false);
        setUsable(false);
        return;
    }
    const Result<ClusterRecipe> recipe = parseRecipe(m_line->text().toStdString(), m_catalog);
    if (!recipe) {
        showProblem(recipe.error());
        return;
    }
    m_form->setRecipe(*recipe);
    build(*recipe);
}

void ClusterWizard::readForm()
{
    m_line->setText(QString::fromStdString(recipeText(m_form->recipe(), m_catalog)));
    build(m_form->recipe());
}

void ClusterWizard::build(const ClusterRecipe &recipe)
{
    Result<Project> built = buildRecipe(recipe, m_catalog);
    if (!built) {
        showProblem(built.error());
        return;
    }
    m_fragment = *std::move(built);
    m_preview->setProject(m_fragment);
    setUsable(true);
    showWords(tr("nodes x devices  device  link  + more nodes  / switch, spine 2:1, rails, rail-only, ring, torus or "
                 "zones eth10"),
              false);
    const Cluster &cluster = m_fragment.cluster;
    std::size_t devices = 0;
    for (const Node &node : cluster.nodes)
        devices += node.devices.size();
    m_sum->setText(tr("%1 in %2, %3, %4")
                       .arg(counted(devices, tr("device"), tr("devices")),
                            counted(cluster.nodes.size(), tr("node"), tr("nodes")),
                            counted(cluster.switches.size(), tr("switch"), tr("switches")),
                            counted(cluster.links.size(), tr("link"), tr("links"))));
}

void ClusterWizard::showProblem(const Error &error)
{
    const QString column = QString::fromStdString(error.path).section(u':', 1);
    const QString refusal = refusalOf(error);
    const QString text = column.isEmpty() ? refusal : tr("Column %1: %2").arg(column, refusal);
    showWords(text, true);
    setUsable(false);
}

void ClusterWizard::showWords(const QString &words, bool isProblem)
{
    QPalette colours = palette();
    if (isProblem)
        colours.setColor(QPalette::WindowText, currentTheme()[Role::error]);
    m_words->setForegroundRole(isProblem ? QPalette::WindowText : QPalette::PlaceholderText);
    m_words->setPalette(colours);
    m_words->setText(words);
    m_problemIcon->setVisible(isProblem);
    m_line->setProperty("invalid", isProblem);
    m_line->update();
}

void ClusterWizard::setUsable(bool usable)
{
    m_add->setEnabled(usable);
    m_preview->setStale(!usable);
    m_sum->setVisible(usable); // of the old text
}

} // namespace heteroscope
