import { defineModule } from "../../core/serverModule.ts";
import { startRightsCheck } from "./startRightsCheck.ts";

export const revocationModule = defineModule({
  name: "revocation",
  start: async (platform) => [startRightsCheck(platform)],
});
