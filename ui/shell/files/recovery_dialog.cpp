// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/files/recovery_dialog.h"

#include "language/language_choice.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>

namespace heteroscope {
namespace {

/// "today 14:07" needs no date.
QString momentOf(const QDateTime &at)
{
    const QLocale locale = spokenLanguage();
    const QString time = locale.toString(at.time(), QLocale::ShortFormat);
    return at.date() == QDate::currentDate()
               ? RecoveryDialog::tr("today %1").arg(time)
               : RecoveryDialog::tr("%1, %2").arg(locale.toString(at.date(), QLocale::ShortFormat), time);
}

QString describe(const LostWork &work)
{
    std::size_t devices = 0;
    for (const Node &node : work.project.cluster.nodes)
        devices += node.devices.size();
    const QString place =
        work.origin.path.isEmpty() ? RecoveryDialog::tr("never saved") : QDir::toNativeSeparators(work.origin.path);
    return RecoveryDialog::tr("%1, %2 devices, %3").arg(momentOf(work.writtenAt), formatCount(devices), place);
}

} // namespace

RecoveryDialog::RecoveryDialog(const std::vector<LostWork> &works, QWidget *parent)
    : QDialog(parent), m_list(new QListWidget(this))
{
    setWindowTitle(tr("Unsaved work"));
    auto *heading = new PlainLabel(works.size() == 1 ? tr("Unsaved work was kept")
                                                     : tr("Unsaved work of %1 windows was kept").arg(works.size()),
                                   this);
    heading->setFont(heteroscope::font(TypeRole::title));
    auto *text = new PlainLabel(
        tr("A window ended before its changes were saved. Restored work opens as it was a few seconds before; "
           "nothing is written to its file until you save."),
        this);
    text->setWordWrap(true);
    text->setForegroundRole(QPalette::PlaceholderText);

    m_list->setAccessibleName(tr("Kept work"));
    m_list->setMinimumSize(520, 132);
    for (const LostWork &work : works) {
        auto *item = new QListWidgetItem(work.name + u'\n' + describe(work), m_list);
        item->setSizeHint({0, 44});
    }
    m_list->setCurrentRow(0);
    connect(m_list, &QListWidget::itemActivated, this, [this] { choose(RecoveryChoice::What::restore); });

    auto *restore = new QPushButton(tr("Restore"), this);
    restore->setObjectName(QStringLiteral("restore"));
    restore->setProperty("accent", true);
    restore->setDefault(true);
    auto *remove = new QPushButton(tr("Delete"), this);
    remove->setObjectName(QStringLiteral("remove"));
    auto *later = new QPushButton(tr("Not now"), this);
    later->setObjectName(QStringLiteral("later"));
    connect(restore, &QPushButton::clicked, this, [this] { choose(RecoveryChoice::What::restore); });
    connect(remove, &QPushButton::clicked, this, [this] { choose(RecoveryChoice::What::remove); });
    connect(later, &QPushButton::clicked, this, &QDialog::reject);

    auto *buttons = new QHBoxLayout;
    buttons->addWidget(remove);
    buttons->addStretch(1);
    buttons->addWidget(later);
    buttons->addWidget(restore);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(10);
    layout->addWidget(heading);
    layout->addWidget(text);
    layout->addWidget(m_list, 1);
    layout->addLayout(buttons);
    m_list->setFocus();
}

void RecoveryDialog::choose(RecoveryChoice::What what)
{
    if (m_list->currentRow() < 0)
        return;
    m_choice = {what, static_cast<std::size_t>(m_list->currentRow())};
    accept();
}

} // namespace heteroscope
