import { defineModule } from "../../core/serverModule.ts";
import { registerErasureJob, startErasureTask } from "./erasureJob.ts";

/** How often unfinished erasures are resumed. */
const erasureIntervalMs = 30_000;

export const peopleModule = defineModule({
  name: "people",
  registerJobs: registerErasureJob,
  start: async (platform) => [startErasureTask(platform, erasureIntervalMs)],
});
