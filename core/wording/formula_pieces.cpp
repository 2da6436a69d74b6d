// SPDX-License-Identifier: GPL-3.0-or-later
#include "wording/term_text.h"

#include "cost/compute.h"

#include <algorithm>

namespace heteroscope {

namespace {

using FormulaPieces = std::vector<FormulaPiece>;

void appendPieces(FormulaPieces &to, FormulaPieces more) { to.insert(to.end(), more.begin(), more.end()); }

FormulaPieces operationPieces(const CostTerm &term)
{
    using enum TermSymbol;
    const bool softmax = term.findInput(scores);
    FormulaPieces moved = softmax ? FormulaPieces{scores, " · ", bytesPerScore} : FormulaPieces{bytes};
    if (!softmax && term.findInput(traffic))
        appendPieces(moved, {" · ", traffic});
    appendPieces(moved, {" / ", rate});
    FormulaPieces pieces;
    if (term.findInput(flop)) {
        pieces = {"max(", flop, " / (", peak, " · ", efficiency, "), "};
        appendPieces(pieces, std::move(moved));
        appendPieces(pieces, {")"});
    } else {
        pieces = std::move(moved);
    }
    appendPieces(pieces, {" + ", kernels, " · ", launch});
    if (term.findInput(cast))
        appendPieces(pieces, {" + ", cast, " / ", rate});
    return pieces;
}

FormulaPieces transferPieces()
{
    using enum TermSymbol;
    return {base, " + ", latency, " + ", bytes, " · ", traffic, " / ", rate};
}

FormulaPieces scaledTransferPieces(const CostTerm &term)
{
    using enum TermSymbol;
    if (!term.findInput(scale))
        return transferPieces();
    FormulaPieces pieces = {scale, " · ("};
    appendPieces(pieces, transferPieces());
    appendPieces(pieces, {")"});
    return pieces;
}

FormulaPieces collectivePieces()
{
    using enum TermSymbol;
    FormulaPieces pieces = {calls, " · ", exposed, " · ", besideHost, " · ", scale, " · ("};
    appendPieces(pieces, transferPieces());
    appendPieces(pieces, {")"});
    return pieces;
}

} // namespace

std::vector<FormulaPiece> formulaPieces(const CostTerm &term)
{
    using enum TermSymbol;
    switch (term.formula) {
    case TermFormula::none:
        return {};
    case TermFormula::stepSum:
    case TermFormula::partsSum:
    case TermFormula::waitSum:
    case TermFormula::factorProduct:
    case TermFormula::waves:
    case TermFormula::openAttention:
    case TermFormula::measuredGradient:
    case TermFormula::gathers:
    case TermFormula::heldAtPeak:
    case TermFormula::reserve:
    case TermFormula::peakActivations:
    case TermFormula::unkeptActivations:
        return {term.formula};
    case TermFormula::simulatedRest:
        return {simulated, " − ", priced};
    case TermFormula::firstInput:
        return {term.inputs.front().symbol};
    case TermFormula::halfSaturation:
        return {"1 / (1 + ", term.inputs[1].symbol, " / ", term.inputs[0].symbol, ")"};
    case TermFormula::headWidth:
        return {"min(1, ", TermSymbol::headWidth, " / ", fullHead, ")^0.15"};
    case TermFormula::operation:
        return operationPieces(term);
    case TermFormula::memoryRate:
        return {memoryBandwidth, " · ", memoryShare};
    case TermFormula::hostForward:
        return {"(", device, "^", hostExponent, " + ", host, "^", hostExponent, ")^(1/", hostExponent, ") − ", device};
    case TermFormula::hostBackward:
        return {device,       " · ((",      backward,
                "^",          hostExponent, " + (",
                host,         " · ",        TermSymbol::hostBackward,
                ")^",         hostExponent, ")^(1/",
                hostExponent, ") / ",       backward,
                " − 1)"};
    case TermFormula::gradientSum:
        return {parameters, " · ", accumulateBytes, " / ", rate};
    case TermFormula::slowestNode:
        return {work, " · ", nodeJitter, " · log2(", nodes, ")"};
    case TermFormula::calibrationScale:
        return {work, " · (", scale, " − 1)"};
    case TermFormula::slowedDevice:
        return {work, " · (1 / ", speed, " − 1)"};
    case TermFormula::transfer:
        return scaledTransferPieces(term);
    case TermFormula::layerCollective:
        return collectivePieces();
    case TermFormula::optimizer:
        return {parameters, " · ", optimizerBytes, " / (", memoryBandwidth, " · ", memoryShare,
                ") · ",     scale, " / ",          speed};
    case TermFormula::scaledHostTime:
        return {term.inputs.front().symbol, " · ", scale};
    case TermFormula::heldState:
        return {parametersHeld, " · ", bytes};
    case TermFormula::ownedState:
        return {parametersOwned, " · ", bytes};
    case TermFormula::logits:
        return {tokens, " · ", vocabulary, " · ", logitBytes, " · (1 + ", fragmentation, ")"};
    case TermFormula::buffers:
        return {"(2 ", tokens, " · ",       hidden,        " · ",  element,       " + 2 ", largestLayer,
                " · ", bytes,  ") · (1 + ", fragmentation, ") + ", communicators, " · ",   communicator};
    case TermFormula::inFlight:
        return {TermSymbol::inFlight, " · ", microBatchActivations};
    }
    return {};
}

bool needsParentheses(const std::vector<FormulaPiece> &formula)
{
    return std::any_of(formula.begin(), formula.end(), [](const FormulaPiece &piece) {
        const auto *signs = std::get_if<std::string_view>(&piece);
        return signs && signs->find_first_of("+/") != std::string_view::npos;
    });
}

} // namespace heteroscope
