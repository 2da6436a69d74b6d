// SPDX-License-Identifier: GPL-3.0-or-later
#include "application/application.h"

#include "base/freed_memory.h"
#include "settings/theme_choice.h"
#include "shell/open_windows.h"
#include "widgets/picture_file.h"

#include <QApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cstdio>

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

} // namespace

QString usageText()
{
    return QStringLiteral(
        "Usage: heteroscope [PROJECT] [--no-restore] [--theme light|dark|contrast] [--language LANGUAGE]\n"
        "       heteroscope --render canvas|timeline|load|breakdown|strategies|window PROJECT -o OUT.png|svg|pdf\n"
        "                   [--theme light|dark|contrast] [--size WxH] [--links straight|curved|orthogonal]\n"
        "                   [--language LANGUAGE]\n"
        "       heteroscope --help | --version\n"
        "LANGUAGE is en, de, zh_CN or system; without it --render draws in English.\n"
        "--links is for canvas and window; without it links are drawn as they were chosen in the window");
}

CommandLine parseCommandLine(const QStringList &arguments)
{
    CommandLine line;
    RenderRequest request;
    bool renders = false;
    QStringList files;
    const auto fail = [&line](const QString &text) {
        if (line.mistake.isEmpty())
            line.mistake = text;
    };
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        QString name = arguments[i];
        QString value;
        bool hasValue = false;
        if (name.startsWith(QStringLiteral("--")) && name.contains(u'=')) {
            value = name.section(u'=', 1);
            name = name.section(u'=', 0, 0);
            hasValue = true;
        }
        const auto need = [&] {
            if (!hasValue && i + 1 < arguments.size())
                value = arguments[++i];
            else if (!hasValue)
                fail(QStringLiteral("%1 needs a value").arg(name));
            return value;
        };
        if (name == QStringLiteral("--help") || name == QStringLiteral("-h")) {
            line.help = true;
        } else if (name == QStringLiteral("--version")) {
            line.version = true;
        } else if (name == QStringLiteral("--render")) {
            renders = true;
            if (const auto view = renderViewNamed(need()))
                request.view = *view;
            else
                fail(QStringLiteral(
                         "--render: found \"%1\", expected canvas, timeline, load, breakdown, strategies or window")
                         .arg(value));
        } else if (name == QStringLiteral("-o") || name == QStringLiteral("--output")) {
            request.output = need();
        } else if (name == QStringLiteral("--theme")) {
            need();
            if (value == QStringLiteral("light"))
                line.theme = ThemeKind::light;
            else if (value == QStringLiteral("dark"))
                line.theme = ThemeKind::dark;
            else if (value == QStringLiteral("contrast"))
                line.theme = ThemeKind::contrast;
            else
                fail(QStringLiteral("--theme: found \"%1\", expected light, dark or contrast").arg(value));
        } else if (name == QStringLiteral("--language")) {
            line.language = languageChoiceNamed(need());
            if (!line.language)
                fail(QStringLiteral("--language: found \"%1\", expected en, de, zh_CN or system").arg(value));
        } else if (name == QStringLiteral("--no-restore")) {
            line.comeBack = false;
        } else if (name == QStringLiteral("--size")) {
            request.size = sizeFrom(need());
            if (!request.size)
                fail(QStringLiteral("--size: found \"%1\", expected WIDTHxHEIGHT in pixels, at most 16384").arg(value));
        } else if (name == QStringLiteral("--links")) {
            request.links = linkRoutingNamed(need().toStdString());
            if (!request.links)
                fail(QStringLiteral("--links: found \"%1\", expected straight, curved or orthogonal").arg(value));
        } else if (name.startsWith(u'-') && name.size() > 1) {
            fail(QStringLiteral("unknown option %1").arg(name));
        } else {
            files << name;
        }
    }
    if (files.size() > 1)
        fail(QStringLiteral("more than one project: %1").arg(files.join(QStringLiteral(", "))));
    line.project = files.value(0);
    if (!renders) {
        if (!request.output.isEmpty() || request.size || request.links)
            fail(QStringLiteral("-o, --size and --links belong to --render"));
        return line;
    }
    request.project = line.project;
    request.theme = line.theme.value_or(ThemeKind::light);
    if (request.project.isEmpty())
        fail(QStringLiteral("--render needs a project"));
    if (request.output.isEmpty())
        fail(QStringLiteral("--render needs -o OUT.png, OUT.svg or OUT.pdf"));
    else if (!isPictureName(request.output))
        fail(QStringLiteral("-o: found \"%1\", expected a name that ends in .png, .svg or .pdf").arg(request.output));
    line.render = request;
    return line;
}

int runApplication(int argc, char **argv)
{
    keepFreedMemory();
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    // Qt's own options (-platform, -style) stay for Qt.
    const bool qtOptions = std::any_of(arguments.begin(), arguments.end(),
                                       [](const QString &a) { return a == QStringLiteral("-platform"); });
    CommandLine line = qtOptions ? CommandLine{} : parseCommandLine(arguments);
    if (!line.mistake.isEmpty()) {
        print(stderr, QStringLiteral("heteroscope: %1\n%2").arg(line.mistake, usageText()));
        return wrongUsage;
    }
    if (line.help || line.version) {
        print(stdout, line.help ? usageText() : QStringLiteral("heteroscope " HETEROSCOPE_VERSION));
        return 0;
    }
    const bool display = qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM") && (line.render || !display))
        qputenv("QT_QPA_PLATFORM", "offscreen");

    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("HeteroScope"));
    QApplication::setApplicationName(QStringLiteral("HeteroScope"));
    QApplication::setApplicationVersion(QStringLiteral(HETEROSCOPE_VERSION));
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
    windows.start(line.project, line.comeBack);
    return QApplication::exec();
}

} // namespace heteroscope
