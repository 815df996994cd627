import { defineModule } from "../../core/serverModule.ts";
import { registerBrowserEventsRoute } from "../../http/browserEvents/browserEventsRoute.ts";
import { getEventHub } from "./eventHub.ts";

export const browserEventsModule = defineModule({
  name: "browserEvents",
  registerRoutes: registerBrowserEventsRoute,
  // Browsers then connect to another process, or to the next one.
  drain: async (platform) => getEventHub(platform).endStreams(),
});
