import { defineModule } from "../../core/serverModule.ts";
import { registerChatRoutes } from "../../http/chat/chatRoute.ts";
import { registerOpenAiRoutes } from "../../http/openAi/openAiRoutes.ts";
import { createChatServices } from "./chatServices.ts";
import { drainRuns } from "./drainRuns.ts";
import { reapDeadRuns, runReaper, startRunReaper } from "./reapDeadRuns.ts";
import { registerStepJobs } from "./stepJobs.ts";
import { stopRunsOfPerson } from "./stopRunsOfPerson.ts";

/** How often the server looks for runs of dead processes. */
const reapIntervalMs = 5_000;

export const chatModule = defineModule({
  name: "chat",
  registerJobs: registerStepJobs,
  async registerRoutes(app, platform) {
    const services = createChatServices(platform);
    registerChatRoutes(app, services);
    await registerOpenAiRoutes(app, services);
  },
  async prepare(platform) {
    // Only one process uses the embedded database, so no process dies later.
    if (platform.config.databaseUrl === null) await reapDeadRuns(platform, "atStart");
  },
  async start(platform) {
    if (platform.config.databaseUrl === null) return [];
    const reaper = startRunReaper(platform, reapIntervalMs);
    runReaper(platform).current = reaper;
    return [reaper];
  },
  erasePerson: stopRunsOfPerson,
  drain: drainRuns,
});
