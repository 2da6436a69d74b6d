// SPDX-License-Identifier: GPL-3.0-or-later
#include "breakdown/term_details.h"

#include "breakdown/breakdown_model.h"
#include "language/result_words.h"
#include "language/term_words.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <map>

namespace heteroscope {

namespace {

/// Writes HTML in the colours of the theme.
class Page
{
public:
    explicit Page(const Theme &theme) : m_theme(theme) {}

    QString text() const { return m_text; }
    void title(const CostTerm &term)
    {
        m_text += QStringLiteral("<p style='margin:0'><b>%1</b>").arg(escaped(termWords(term.id)));
        if (const QString where = placeWords(term.where); !where.isEmpty())
            m_text += dim(QStringLiteral(" · ") + escaped(where));
        m_text += QStringLiteral("</p>");
    }
    /// "= formula = result", with one repeat beside it.
    void formula(const CostTerm &term)
    {
        const QString whole = formatTerm(term.value, term.unit);
        m_text += QStringLiteral("<p style='margin:4px 0 0 0'>");
        if (term.formula != TermFormula::none)
            m_text += QStringLiteral("%1 = ").arg(escaped(formulaWords(term)));
        m_text += QStringLiteral("<b>%1</b>").arg(whole);
        if (term.repeats > 1)
            m_text += dim(QObject::tr(" · one: %1").arg(formatTerm(term.one(), term.unit)));
        m_text += QStringLiteral("</p>");
    }
    void inputs(const CostTerm &term)
    {
        if (term.inputs.empty())
            return;
        m_text += QStringLiteral("<table cellspacing='0' cellpadding='1' style='margin-top:2px'>");
        for (const TermInput &input : term.inputs) {
            QString source = escaped(sourceWords(input.source));
            // Where the constants of an entry come from stands once, below.
            if (const auto *entry = std::get_if<CalibrationEntry>(&input.from))
                m_sources.emplace(entryWords(*entry), QString::fromStdString(entry->source));
            if (const QString from = originWords(input.from); !from.isEmpty())
                source += QStringLiteral(" · ") + escaped(from);
            m_text += QStringLiteral("<tr><td>%1</td><td align='right'>&nbsp;&nbsp;%2&nbsp;&nbsp;</td><td>%3</td></tr>")
                          .arg(escaped(symbolWords(input.symbol)), formatTerm(input.value, input.unit), dim(source));
        }
        m_text += QStringLiteral("</table>");
    }
    void basis(const CostTerm &term, int depth)
    {
        for (const CostTerm &each : term.basis) {
            m_text += QStringLiteral("<div style='margin-left:%1px; margin-top:5px'>").arg(14 * depth);
            title(each);
            formula(each);
            inputs(each);
            m_text += QStringLiteral("</div>");
            basis(each, depth + 1);
        }
    }
    void sources()
    {
        if (!m_sources.empty())
            m_text += QStringLiteral("<p style='margin:10px 0 2px 0'><b>%1</b></p>").arg(QObject::tr("Sources"));
        for (const auto &[what, source] : m_sources)
            m_text +=
                QStringLiteral("<p style='margin:0'>%1</p>").arg(dim(escaped(what + QStringLiteral(": ") + source)));
    }
    void assumptions(const StepResult &result)
    {
        m_text += QStringLiteral("<p style='margin:10px 0 2px 0'><b>%1</b></p>").arg(QObject::tr("Assumptions"));
        m_text += dim(QObject::tr("The step of %1 is uncertain by ± %2.")
                          .arg(formatTicks(result.stepTime), formatPercent(result.uncertainty, 0)));
        m_text += QStringLiteral("<ul style='margin-top:2px; margin-left:-24px'>");
        for (const Assumption &assumption : result.assumptions)
            m_text += QStringLiteral("<li>%1</li>").arg(dim(escaped(sentenceOf(assumption))));
        m_text += QStringLiteral("</ul>");
    }

private:
    QString dim(const QString &text) const
    {
        return QStringLiteral("<span style='color:%1'>%2</span>").arg(m_theme[Role::secondary].name(), text);
    }

    const Theme &m_theme;
    QString m_text;
    std::map<QString, QString> m_sources;
};

} // namespace

TermDetails::TermDetails(QWidget *parent) : QTextBrowser(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFont(heteroscope::font(TypeRole::label));
    document()->setDocumentMargin(10);
    setAccessibleName(tr("Formula, inputs and sources"));
}

void TermDetails::show(const CostTerm *term, const StepResult *result)
{
    Page page(currentTheme());
    if (term) {
        page.title(*term);
        page.formula(*term);
        page.inputs(*term);
        page.basis(*term, 1);
        page.sources();
    }
    if (result)
        page.assumptions(*result);
    setHtml(page.text());
}

void TermDetails::say(const QString &sentence) { setPlainText(sentence); }

} // namespace heteroscope
