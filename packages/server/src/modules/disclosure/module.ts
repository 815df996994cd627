import { defineModule } from "../../core/serverModule.ts";
import { registerDisclosureRoutes } from "../../http/files/disclosureRoutes.ts";
import { disclosureGate } from "./disclosureGate.ts";

export const disclosureModule = defineModule({
  name: "disclosure",
  gates: { disclosure: disclosureGate },
  registerRoutes: registerDisclosureRoutes,
});
