import { defineModule } from "../../core/serverModule.ts";
import { registerChatRoutes } from "../../http/chat/chatRoute.ts";
import { drainRuns } from "./drainRuns.ts";
import { reapDeadRuns, runReaper, startRunReaper } from "./reapDeadRuns.ts";

/** The answers of a dead process end within about this time. */
const reapIntervalMs = 5_000;

export const chatModule = defineModule({
  name: "chat",
  registerRoutes: registerChatRoutes,
  prepare: (platform) => reapDeadRuns(platform, "atStart"),
  async start(platform) {
    // The embedded database serves a single process, so no other process can die.
    if (platform.config.databaseUrl === null) return [];
    const reaper = startRunReaper(platform, reapIntervalMs);
    runReaper(platform).current = reaper;
    reaper.trigger(); // a process may have died since `prepare`
    return [reaper];
  },
  drain: drainRuns,
});
