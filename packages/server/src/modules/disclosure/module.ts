import { defineModule } from "../../core/serverModule.ts";
import { disclosureGate } from "./disclosureGate.ts";

export const disclosureModule = defineModule({ name: "disclosure", gates: { disclosure: disclosureGate } });
