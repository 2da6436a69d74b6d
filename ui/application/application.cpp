// SPDX-License-Identifier: GPL-3.0-or-later
#include "application/application.h"

#include "application/option_table.h"
#include "base/freed_memory.h"
#include "base/reserved_memory.h"
#include "settings/theme_choice.h"
#include "shell/open_windows.h"
#include "usage/help_text.h"
#include "usage/man_page.h"
#include "widgets/picture_file.h"

#include <QApplication>
#include <QRegularExpression>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>

namespace heteroscope {
namespace {

constexpr int wrongUsage = 2;

void print(std::FILE *where, const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), where);
    std::fputc('\n', where);
}

std::optional<RenderView> renderViewNamed(const QString &name)
{
    const auto it = std::find(renderViewNames.begin(), renderViewNames.end(), name.toStdString());
    if (it == renderViewNames.end())
        return std::nullopt;
    return static_cast<RenderView>(it - renderViewNames.begin());
}

std::optional<QSize> sizeFrom(const QString &text)
{
    static const QRegularExpression form(QStringLiteral("^(\\d{1,5})x(\\d{1,5})$"));
    const QRegularExpressionMatch match = form.match(text);
    const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
    constexpr int largest = 16384;
    if (!match.hasMatch() || size.isEmpty() || size.width() > largest || size.height() > largest)
        return std::nullopt;
    return size;
}

std::optional<ThemeKind> themeNamed(const QString &name)
{
    if (name == QStringLiteral("light"))
        return ThemeKind::light;
    if (name == QStringLiteral("dark"))
        return ThemeKind::dark;
    if (name == QStringLiteral("contrast"))
        return ThemeKind::contrast;
    return std::nullopt;
}

/// Takes arguments one after the other. Of several mistakes the first is told.
class ArgumentReader
{
public:
    explicit ArgumentReader(const QStringList &arguments) : m_arguments(arguments) {}

    CommandLine read()
    {
        while (m_next < m_arguments.size()) {
            m_name = m_arguments[m_next++];
            m_value.reset();
            if (m_name.startsWith(QStringLiteral("--")) && m_name.contains(u'=')) {
                m_value = m_name.section(u'=', 1);
                m_name = m_name.section(u'=', 0, 0);
            }
            if (!readSwitch() && !readRenderOption())
                readOther();
        }
        if (m_files.size() > 1)
            fail(QStringLiteral("more than one project: %1").arg(m_files.join(QStringLiteral(", "))));
        m_line.project = m_files.value(0);
        finishRender();
        return m_line;
    }

private:
    void fail(const QString &text)
    {
        if (m_line.mistake.isEmpty())
            m_line.mistake = text;
    }

    QString value()
    {
        if (!m_value && m_next < m_arguments.size())
            m_value = m_arguments[m_next++];
        else if (!m_value)
            fail(QStringLiteral("%1 needs a value").arg(m_name));
        return m_value.value_or(QString());
    }

    bool readSwitch()
    {
        if (m_name == QStringLiteral("--help") || m_name == QStringLiteral("-h"))
            m_line.help = true;
        else if (m_name == QStringLiteral("--version"))
            m_line.version = true;
        else if (m_name == QStringLiteral("--man"))
            m_line.man = true;
        else if (m_name == QStringLiteral("--completion"))
            readShell();
        else if (m_name == QStringLiteral("--no-restore"))
            m_line.comeBack = false;
        else
            return false;
        return true;
    }

    void readShell()
    {
        const QString name = value();
        const auto &shells = completionShells();
        const auto known = std::find_if(shells.begin(), shells.end(), [&name](const CompletionShell &shell) {
            return name == QString::fromUtf8(shell.name.data(), static_cast<qsizetype>(shell.name.size()));
        });
        if (known == shells.end())
            fail(QStringLiteral("--completion: found \"%1\", expected bash, zsh or fish").arg(name));
        else
            m_line.completion = *known;
    }

    bool readRenderOption()
    {
        if (m_name == QStringLiteral("--render")) {
            m_renders = true;
            const QString name = value();
            if (const auto view = renderViewNamed(name))
                m_request.view = *view;
            else
                fail(QStringLiteral(
                         "--render: found \"%1\", expected canvas, timeline, load, breakdown, strategies, schedule, "
                         "window or page")
                         .arg(name));
        } else if (m_name == QStringLiteral("-o") || m_name == QStringLiteral("--output")) {
            m_request.output = value();
        } else if (m_name == QStringLiteral("--size")) {
            const QString size = value();
            m_request.size = sizeFrom(size);
            if (!m_request.size)
                fail(QStringLiteral("--size: found \"%1\", expected WIDTHxHEIGHT in pixels, at most 16384").arg(size));
        } else if (m_name == QStringLiteral("--links")) {
            const QString links = value();
            m_request.links = linkRoutingNamed(links.toStdString());
            if (!m_request.links)
                fail(QStringLiteral("--links: found \"%1\", expected straight, curved or orthogonal").arg(links));
        } else if (m_name == QStringLiteral("--schedules")) {
            readSchedules();
        } else if (m_name == QStringLiteral("--order")) {
            const QString name = value();
            const auto found = std::ranges::find(filmOrderNames, name.toStdString());
            if (found == filmOrderNames.end())
                fail(QStringLiteral("--order: found \"%1\", expected micro-batch or time").arg(name));
            else
                m_order = static_cast<FilmOrder>(found - filmOrderNames.begin());
        } else {
            return false;
        }
        return true;
    }

    void readSchedules()
    {
        const QString names = value();
        for (const QString &name : names.split(u',')) {
            if (const auto kind = findSchedule(name.trimmed().toStdString()))
                m_request.schedules.push_back(*kind);
            else
                fail(QStringLiteral("--schedules: found \"%1\", expected names of schedules with commas between them, "
                                    "such as 1f1b,zb-h1")
                         .arg(name));
        }
        constexpr std::size_t most = 4;
        if (m_request.schedules.size() > most)
            fail(QStringLiteral("--schedules: found %1 schedules, expected at most %2")
                     .arg(m_request.schedules.size())
                     .arg(most));
    }

    void readOther()
    {
        if (m_name == QStringLiteral("--theme")) {
            const QString name = value();
            m_line.theme = themeNamed(name);
            if (!m_line.theme)
                fail(QStringLiteral("--theme: found \"%1\", expected light, dark or contrast").arg(name));
        } else if (m_name == QStringLiteral("--language")) {
            const QString name = value();
            m_line.language = languageChoiceNamed(name);
            if (!m_line.language)
                fail(QStringLiteral("--language: found \"%1\", expected en, de, zh_CN or system").arg(name));
        } else if (m_name.startsWith(u'-') && m_name.size() > 1) {
            fail(QStringLiteral("unknown option %1").arg(m_name));
        } else {
            m_files << m_name;
        }
    }

    void finishRender()
    {
        if (!m_renders) {
            if (!m_request.output.isEmpty() || m_request.size || m_request.links || !m_request.schedules.empty() ||
                m_order)
                fail(QStringLiteral("-o, --size, --links, --schedules and --order belong to --render"));
            return;
        }
        const bool isFilm = m_request.view == RenderView::schedule;
        if (!isFilm && (!m_request.schedules.empty() || m_order))
            fail(QStringLiteral("--schedules and --order belong to --render schedule"));
        m_request.order = m_order.value_or(FilmOrder::microBatch);
        m_request.project = m_line.project;
        m_request.theme = m_line.theme.value_or(ThemeKind::light);
        if (m_request.project.isEmpty())
            fail(QStringLiteral("--render needs a project"));
        if (m_request.output.isEmpty())
            fail(QStringLiteral("--render needs -o OUT.png, OUT.svg or OUT.pdf"));
        else if (isFilm && !isFilmName(m_request.output))
            fail(QStringLiteral("-o: found \"%1\", expected a name that ends in .svg, .png, .apng or .pdf")
                     .arg(m_request.output));
        else if (m_request.view == RenderView::page && !m_request.output.endsWith(QStringLiteral(".pdf")))
            fail(QStringLiteral("-o: found \"%1\", expected a name that ends in .pdf").arg(m_request.output));
        else if (!isFilm && !isPictureName(m_request.output))
            fail(QStringLiteral("-o: found \"%1\", expected a name that ends in .png, .svg or .pdf")
                     .arg(m_request.output));
        m_line.render = m_request;
    }

    const QStringList &m_arguments;
    qsizetype m_next = 0;
    QString m_name;                 ///< of the present option
    std::optional<QString> m_value; ///< of it, once it is known
    QStringList m_files;
    bool m_renders = false;
    std::optional<FilmOrder> m_order;
    RenderRequest m_request;
    CommandLine m_line;
};

constexpr int internalFault = 4;

/// Ends the program where an event has no memory left: unsaved work goes to the recovery folder first.
class GuardedApplication : public QApplication
{
public:
    using QApplication::QApplication;

    void setWindows(const OpenWindows *windows) { m_windows = windows; }

    bool notify(QObject *receiver, QEvent *event) override
    {
        try {
            return QApplication::notify(receiver, event);
        } catch (const std::bad_alloc &) {
            leave();
        } catch (const std::length_error &) { // a container larger than the address space
            leave();
        }
    }

private:
    [[noreturn]] void leave()
    {
        while (giveBackReserve()) {
        }
        if (m_windows)
            m_windows->keepUnsavedWork();
        std::fputs("heteroscope: no memory left; unsaved work is in the recovery folder\n", stderr);
        std::fflush(stderr);
        std::_Exit(internalFault); // destructors would need memory, too
    }

    const OpenWindows *m_windows = nullptr;
};

/// What is printed instead of opening the window; empty: the window is opened.
std::string textAsked(const CommandLine &line, const std::string &version)
{
    if (line.version)
        return "heteroscope " + version + "\n";
    const ProgramTable table = heteroscopeTable(version);
    if (line.help)
        return helpText(table);
    if (line.man)
        return manPage(table);
    return line.completion ? line.completion->script(table) : std::string();
}

} // namespace

CommandLine parseCommandLine(const QStringList &arguments) { return ArgumentReader(arguments).read(); }

int runApplication(int argc, char **argv, const std::string &version)
{
    keepFreedMemory();
    reserveMemory();
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    // Qt's own options (-platform, -style) stay for Qt.
    const bool qtOptions = std::any_of(arguments.begin(), arguments.end(),
                                       [](const QString &a) { return a == QStringLiteral("-platform"); });
    CommandLine line = qtOptions ? CommandLine{} : parseCommandLine(arguments);
    if (!line.mistake.isEmpty()) {
        print(stderr, QStringLiteral("heteroscope: %1\nTry heteroscope --help").arg(line.mistake));
        return wrongUsage;
    }
    if (const std::string text = textAsked(line, version); !text.empty()) {
        const bool printed =
            std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
        return printed ? 0 : internalFault;
    }
    const bool display = qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM") && (line.render || !display))
        qputenv("QT_QPA_PLATFORM", "offscreen");

    GuardedApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("HeteroScope"));
    QApplication::setApplicationName(QStringLiteral("HeteroScope"));
    QApplication::setApplicationVersion(QString::fromStdString(version));
    QApplication::setDesktopFileName(QStringLiteral("org.heteroscope.HeteroScope"));
    if (qtOptions)
        line = parseCommandLine(QApplication::arguments().mid(1));
    speak(localeOf(line.language.value_or(line.render ? LanguageChoice::english : keptLanguageChoice())));
    if (line.render) {
        applyTheme(application, line.render->theme);
        const RenderOutcome outcome = render(*line.render);
        if (!outcome.message.isEmpty())
            print(stderr, outcome.message);
        return outcome.status;
    }
    applyTheme(application, line.theme.value_or(themeKindOf(keptThemeChoice())));
    if (!line.theme)
        followSystemTheme();
    OpenWindows windows(coreEngine(), defaultRecoveryFolder());
    application.setWindows(&windows);
    // As an event, so that memory that runs out is caught here as well.
    QTimer::singleShot(0, &windows, [&] { windows.start(line.project, line.comeBack); });
    const int status = QApplication::exec();
    application.setWindows(nullptr);
    return status;
}

} // namespace heteroscope
