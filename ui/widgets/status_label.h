// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"
#include "widgets/plain_text.h"

namespace heteroscope {

/// A line that says how something went, in a colour of the theme; it changes with the theme.
class StatusLabel : public PlainLabel
{
public:
    using PlainLabel::PlainLabel;
    void say(const QString &text, Role ink);

protected:
    void changeEvent(QEvent *event) override;

private:
    void paintInk();

    Role m_ink = Role::text;
};

} // namespace heteroscope
