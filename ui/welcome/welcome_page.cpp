// SPDX-License-Identifier: GPL-3.0-or-later
#include "welcome/welcome_page.h"

#include "language/language_choice.h"
#include "settings/recent_files.h"
#include "simulator/result/step_result.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "theme/predicted.h"
#include "widgets/drawing.h"
#include "widgets/plain_text.h"

#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr int pageWidth = 1200;
constexpr int gap = 24;

class Header : public QWidget
{
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &t = currentTheme();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF mark(0, 4, 40, 40);
        drawRounded(painter, mark, 9, t[Role::accent]);
        const struct
        {
            double x, y, w;
        } bars[] = {{8, 11, 11}, {21, 11, 12}, {8, 18, 6}, {16, 18, 9}, {27, 18, 6}, {8, 25, 12}, {22, 25, 8}};
        for (std::size_t i = 0; i < std::size(bars); ++i)
            drawRounded(painter, QRectF(mark.left() + bars[i].x, mark.top() + bars[i].y, bars[i].w, 5), 1,
                        t.color(Role::accentInk, i == 0 || i == 4 || i == 6 ? 0.55 : 1));
        drawLabel(painter, QRectF(54, 0, width() - 60, 28), Qt::AlignLeft | Qt::AlignVCenter,
                  QStringLiteral("HeteroScope"), TypeRole::headline, t[Role::text]);
        drawLabel(painter, QRectF(54, 28, width() - 60, 20), Qt::AlignLeft | Qt::AlignVCenter,
                  QObject::tr("See where every millisecond of training goes on mixed hardware."), TypeRole::body,
                  t[Role::secondary]);
    }
};

class RecentBox : public QWidget
{
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &t = currentTheme();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        drawRounded(painter, rect(), 6, t[Role::card], t[Role::border]);
    }
};

QLabel *heading(const QString &text, QWidget *parent)
{
    auto *label = new PlainLabel(text, parent);
    label->setFont(font(TypeRole::welcome));
    return label;
}

QString whenText(const QDateTime &time)
{
    const qint64 days = time.date().daysTo(QDate::currentDate());
    if (days == 0)
        return QObject::tr("today %1").arg(time.toString(QStringLiteral("HH:mm")));
    if (days == 1)
        return QObject::tr("yesterday");
    return spokenLanguage().toString(time.date(), QObject::tr("d MMMM yyyy", "how a day is written"));
}

} // namespace

WelcomePage::WelcomePage(ExampleCards *examples, QWidget *parent)
    : QScrollArea(parent), m_examples(examples), m_content(new QWidget(this))
{
    setObjectName(QStringLiteral("welcome"));
    setAccessibleName(tr("Welcome"));
    setFrameShape(QFrame::NoFrame);
    setWidget(m_content);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_header = new Header(m_content);
    m_examplesTitle = heading(tr("Examples"), m_content);
    m_recentTitle = heading(tr("Recent"), m_content);
    m_recent = new RecentBox(m_content);
    m_recentLayout = new QVBoxLayout(m_recent);
    m_recentLayout->setContentsMargins(6, 6, 6, 6);
    m_recentLayout->setSpacing(4);

    const auto door = [this](WelcomeCard::Kind kind, const QString &title, const QString &detail, const QString &key) {
        auto *card = new WelcomeCard(kind, m_content);
        card->setTexts(title, detail, key);
        m_doors.push_back(card);
        return card;
    };
    auto *first = door(WelcomeCard::Kind::exampleDoor, tr("Start from an example"), QString(), QStringLiteral("1"));
    first->setPrimary(true);
    auto *draw = door(WelcomeCard::Kind::drawDoor, tr("Draw a cluster"),
                      tr("Drag nodes, switches and links; every change is simulated at once."), QStringLiteral("2"));
    auto *lessons = door(WelcomeCard::Kind::lessonDoor, tr("Take a lesson"),
                         tr("Predict, change one thing, and see why pipelines wait."), QStringLiteral("3"));
    auto *open = door(WelcomeCard::Kind::openDoor, tr("Open a file"),
                      tr("A project saved before, or one that somebody sent you."), QStringLiteral("4"));
    connect(first, &WelcomeCard::clicked, this, &WelcomePage::chooseFavourite);
    connect(draw, &WelcomeCard::clicked, this, &WelcomePage::drawChosen);
    connect(lessons, &WelcomeCard::clicked, this, &WelcomePage::lessonsChosen);
    connect(open, &WelcomeCard::clicked, this, &WelcomePage::openChosen);

    for (std::size_t i = 0; i < examples->cards().size(); ++i) {
        const ExampleCard &card = examples->cards()[i];
        auto *widget = new WelcomeCard(WelcomeCard::Kind::example, m_content);
        widget->setTexts(card.title, card.devices);
        widget->setExample(card.project, card.question, card.answerPattern);
        widget->setToolTip(plainTip(card.description));
        connect(widget, &WelcomeCard::clicked, this, [this, i] { emit exampleChosen(static_cast<int>(i)); });
        m_cards.push_back(widget);
        showCard(static_cast<int>(i));
    }
    first->setVisible(!m_cards.empty());
    m_examplesTitle->setVisible(!m_cards.empty());
    connect(examples, &ExampleCards::cardChanged, this, &WelcomePage::showCard);
    refreshRecent();
    arrange();
}

void WelcomePage::showCard(int index)
{
    const ExampleCard &card = m_examples->cards()[static_cast<std::size_t>(index)];
    WelcomeCard *widget = m_cards[static_cast<std::size_t>(index)];
    widget->setResult(card.result);
    widget->setAnswer(card.answer);
    if (card.result)
        widget->setFigures(formatPredicted(card.result->stepTime, card.result->uncertainty),
                           tr("MFU %1").arg(formatPercent(card.result->mfu)));
    if (index == m_examples->favourite()) {
        m_doors.front()->setResult(card.result);
        const QString step =
            card.result ? tr("%1, a plan and its step of %2, ready to change.")
                              .arg(card.devices, formatPredicted(card.result->stepTime, card.result->uncertainty))
                        : tr("%1, a plan and its step, ready to change.").arg(card.devices);
        m_doors.front()->setTexts(tr("Start from an example"), step, QStringLiteral("1"));
    }
}

void WelcomePage::refreshRecent()
{
    for (WelcomeCard *old : m_recent->findChildren<WelcomeCard *>())
        delete old;
    for (QLabel *old : m_recent->findChildren<QLabel *>())
        delete old;
    while (QLayoutItem *item = m_recentLayout->takeAt(0))
        delete item;
    const QStringList files = recentFiles();
    for (const QString &path : files.mid(0, 6)) {
        const QFileInfo info(path);
        auto *card = new WelcomeCard(WelcomeCard::Kind::recent, m_recent);
        QString name = info.fileName();
        name.remove(QStringLiteral(".json"));
        card->setTexts(name, tr("%1 · %2").arg(whenText(info.lastModified()), info.absolutePath()));
        card->setToolTip(plainTip(path));
        card->setFixedHeight(44);
        connect(card, &WelcomeCard::clicked, this, [this, path] { emit recentChosen(path); });
        m_recentLayout->addWidget(card);
    }
    if (files.isEmpty()) {
        auto *none = new PlainLabel(tr("What you save appears here."), m_recent);
        none->setForegroundRole(QPalette::PlaceholderText);
        none->setContentsMargins(10, 8, 10, 8);
        m_recentLayout->addWidget(none);
    }
    m_recentLayout->addStretch(1);
}

void WelcomePage::chooseFavourite()
{
    const int favourite = m_examples->favourite();
    if (favourite >= 0)
        emit exampleChosen(favourite);
    else
        emit drawChosen();
}

void WelcomePage::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_1:
    case Qt::Key_Escape:
        chooseFavourite();
        break;
    case Qt::Key_2:
        emit drawChosen();
        break;
    case Qt::Key_3:
        emit lessonsChosen();
        break;
    case Qt::Key_4:
        emit openChosen();
        break;
    default:
        QScrollArea::keyPressEvent(event);
        return;
    }
    event->accept();
}

void WelcomePage::showEvent(QShowEvent *event)
{
    QScrollArea::showEvent(event);
    refreshRecent();
    m_examples->simulateAll();
    setFocus();
}

void WelcomePage::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    arrange();
}

int WelcomePage::arrangeExamples(int left, int y, int width)
{
    const int columns = width > 640 ? 3 : 2;
    const int cardGap = 18;
    const int cardWidth = (width - cardGap * (columns - 1)) / columns;
    int bottom = y;
    for (std::size_t i = 0; i < m_cards.size();) {
        const std::size_t end = std::min(i + static_cast<std::size_t>(columns), m_cards.size());
        int height = 0;
        for (std::size_t k = i; k < end; ++k)
            height = std::max(height, m_cards[k]->exampleHeight(cardWidth));
        for (int column = 0; i < end; ++i, ++column)
            m_cards[i]->setGeometry(left + column * (cardWidth + cardGap), y, cardWidth, height);
        bottom = y + height;
        y = bottom + 16;
    }
    return bottom;
}

void WelcomePage::arrange()
{
    const int room = viewport()->width();
    const int width = std::min(pageWidth, room - 2 * gap);
    const int left = (room - width) / 2;
    const bool tall = viewport()->height() >= 820;
    int y = tall ? 56 : 28;
    m_header->setGeometry(left, y, width, 50);
    y += tall ? 76 : 64;
    std::vector<WelcomeCard *> doors;
    for (WelcomeCard *door : m_doors)
        if (!door->isHidden())
            doors.push_back(door);
    const int doorCount = std::max(1, static_cast<int>(doors.size()));
    const int doorWidth = (width - gap * (doorCount - 1)) / doorCount;
    const int doorHeight = tall ? 288 : 236;
    for (std::size_t i = 0; i < doors.size(); ++i)
        doors[i]->setGeometry(left + static_cast<int>(i) * (doorWidth + gap), y, doorWidth, doorHeight);
    y += doorHeight + 22;
    const int recentWidth = std::min(348, width * 29 / 100);
    const int examplesWidth = width - recentWidth - gap - 2;
    m_examplesTitle->setGeometry(left, y, examplesWidth, 22);
    m_recentTitle->setGeometry(left + width - recentWidth, y, recentWidth, 22);
    y += 32;
    int bottom = arrangeExamples(left, y, examplesWidth);
    const int recentHeight = std::min(338, m_recentLayout->sizeHint().height());
    m_recent->setGeometry(left + width - recentWidth, y, recentWidth, std::max(recentHeight, 120));
    bottom = std::max(bottom, m_recent->geometry().bottom());
    m_content->resize(room, std::max(bottom + 28, viewport()->height()));
}

} // namespace heteroscope
