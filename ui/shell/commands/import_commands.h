// SPDX-License-Identifier: GPL-3.0-or-later
//
// File > Import, and Edit > Paste as: files and texts of other tools.
#pragma once

#include "settings/actions.h"

#include <QObject>

#include <string_view>

namespace heteroscope {

class FileImports;

/// The command that pastes a text in a format of importFormats().
struct PasteAs
{
    ActionId action;
    std::string_view format;
};
inline constexpr std::array<PasteAs, 5> pasteFormats = {{{ActionId::pasteHuggingFace, "huggingface"},
                                                         {ActionId::pasteNvidiaSmi, "nvidia-smi"},
                                                         {ActionId::pasteMegatron, "megatron"},
                                                         {ActionId::pasteBandwidth, "bandwidth-csv"},
                                                         {ActionId::pasteNcclTests, "nccl-tests"}}};

/// What a format is called in the window; the name of the format if it has no command.
QString titleOfFormat(std::string_view format);

class ImportCommands : public QObject
{
    Q_OBJECT

public:
    ImportCommands(const Actions &actions, FileImports &imports);

private:
    void refresh();

    const Actions &m_actions;
};

} // namespace heteroscope
