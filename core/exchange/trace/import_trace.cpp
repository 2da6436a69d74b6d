// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/trace/import_trace.h"

#include "exchange/chakra/trace.h"
#include "exchange/kineto/trace.h"
#include "exchange/megatron_log/log.h"
#include "exchange/primus/trace.h"

namespace heteroscope {

Result<Imported> importTrace(const Project &into, const Result<MeasuredTrace> &trace, const std::string &file)
{
    if (!trace)
        return trace.error();
    Imported result{into, measuredTitle(*trace), measuredLines(*trace)};
    result.notes.push_back("the project stays as it is; hscope compare PROJECT " + file +
                           " sets the simulated step beside the measured one");
    return result;
}

TraceReader findTraceReader(std::string_view format)
{
    if (format == "kineto")
        return readKineto;
    if (format == "chakra")
        return readChakra;
    if (format == "megatron-log")
        return readMegatronLog;
    return format == "primus-trace" ? readPrimusTrace : nullptr;
}

} // namespace heteroscope
