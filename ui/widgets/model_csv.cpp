// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/model_csv.h"

#include "report/csv_text.h"
#include "theme/text.h"

#include <QAbstractItemModel>

namespace heteroscope {

QString csvOf(const QAbstractItemModel &model)
{
    QString csv;
    for (int row = -1; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column) {
            const QString cell =
                (row < 0 ? model.headerData(column, Qt::Horizontal, Qt::DisplayRole) : model.index(row, column).data())
                    .toString();
            cells << text(csvText(cell.toStdString()));
        }
        csv += cells.join(u',') + u'\n';
    }
    return csv;
}

} // namespace heteroscope
