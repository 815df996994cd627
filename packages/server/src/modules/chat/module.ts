import { defineModule } from "../../core/serverModule.ts";
import { registerChatRoutes } from "../../http/chat/chatRoute.ts";
import { drainRuns } from "./drainRuns.ts";
import { reapDeadRuns, runReaper, startRunReaper } from "./reapDeadRuns.ts";

/** The answers of a dead process are ended within about this time. */
const reapIntervalMs = 5_000;

export const chatModule = defineModule({
  name: "chat",
  registerRoutes: registerChatRoutes,
  prepare: (platform) => reapDeadRuns(platform, "atStart"),
  async start(platform) {
    // The embedded database serves one process, so no other one can die.
    if (platform.config.databaseUrl === null) return [];
    const reaper = startRunReaper(platform, reapIntervalMs);
    runReaper(platform).current = reaper;
    return [reaper];
  },
  drain: drainRuns,
});
