import { defineModule } from "../../core/serverModule.ts";
import { runPeriodically } from "../../platform/runPeriodically.ts";
import { endUnauthorizedWork } from "./endUnauthorizedWork.ts";

/** With the caches of rights, which live two seconds, a revocation holds everywhere within five seconds. */
const recheckIntervalMs = 2_000;

export const revocationModule = defineModule({
  name: "revocation",
  start: async (platform) => [
    runPeriodically(
      recheckIntervalMs,
      () => endUnauthorizedWork(platform),
      (error) => platform.log.warn({ err: error }, "the rights of work in progress could not be checked"),
    ),
  ],
});
