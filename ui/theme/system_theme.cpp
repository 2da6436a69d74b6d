// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/system_theme.h"

#include <QApplication>

namespace heteroscope {
namespace {

/// Qt gives the system's palette only to an application that has none of its own, so ours steps aside.
QPalette systemPalette()
{
    const QPalette ours = QGuiApplication::palette();
    QApplication::setPalette(QPalette());
    const QPalette system = QGuiApplication::palette();
    QApplication::setPalette(ours);
    return system;
}

} // namespace

ThemeKind kindOfPalette(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness()
               ? ThemeKind::dark
               : ThemeKind::light;
}

SystemTheme::SystemTheme() : m_reader(systemPalette), m_kind(kindOfPalette(QGuiApplication::palette()))
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &SystemTheme::read);
}

SystemTheme &SystemTheme::instance()
{
    static SystemTheme theme;
    return theme;
}

void SystemTheme::refresh()
{
    // While it reads, windows are told of the palette that stepped aside.
    if (!m_reading)
        m_soon.start();
}

void SystemTheme::setReader(Reader reader) { m_reader = reader ? std::move(reader) : systemPalette; }

void SystemTheme::read()
{
    m_reading = true;
    const ThemeKind now = kindOfPalette(m_reader());
    m_reading = false;
    if (now == m_kind)
        return;
    m_kind = now;
    emit changed(now);
}

} // namespace heteroscope
