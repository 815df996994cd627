import { defineModule } from "../../core/serverModule.ts";
import { registerChatRoutes } from "../../http/chat/chatRoute.ts";
import { drainRuns } from "./drainRuns.ts";
import { reapDeadRuns, runReaper, startRunReaper } from "./reapDeadRuns.ts";

/** How often the server looks for runs of dead processes. */
const reapIntervalMs = 5_000;

export const chatModule = defineModule({
  name: "chat",
  registerRoutes: registerChatRoutes,
  prepare: (platform) => reapDeadRuns(platform, "atStart"),
  async start(platform) {
    // Only one process uses the embedded database, so `prepare` has already reaped all runs of dead processes.
    if (platform.config.databaseUrl === null) return [];
    const reaper = startRunReaper(platform, reapIntervalMs);
    runReaper(platform).current = reaper;
    reaper.trigger(); // a process may have died since `prepare`
    return [reaper];
  },
  drain: drainRuns,
});
