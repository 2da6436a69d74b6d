// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/project_job_json.h"

#include "cluster/limits.h"
#include "strategy/plan_json.h"
#include "workload/workload_json.h"

namespace heteroscope {

ProjectJob readProjectJob(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    ProjectJob job;
    job.name = reader.text("name");
    if (const Json *workload = reader.member("workload"))
        job.workload = readWorkload(*workload, reader.pathOf("workload"), findings);
    else
        reader.error("workload", "nothing", "an object with the workload", "add the key \"workload\"");
    job.devices = reader.texts("devices");
    if (const Json *plan = reader.member("plan"))
        job.plan = readPlan(*plan, reader.pathOf("plan"), findings);
    job.begin = Seconds(reader.number("begin", 0, limits::pointTime));
    job.extensions = reader.finish();
    return job;
}

Json toJson(const ProjectJob &job)
{
    Json json = {{"name", job.name}, {"workload", toJson(job.workload)}, {"devices", job.devices}};
    if (job.plan)
        json["plan"] = toJson(*job.plan);
    if (job.begin.value != 0)
        json["begin"] = job.begin.value;
    writeExtensions(json, job.extensions);
    return json;
}

} // namespace heteroscope
