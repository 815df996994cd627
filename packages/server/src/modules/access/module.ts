import { defineModule } from "../../core/serverModule.ts";
import { blockedGate, keyScopeGate } from "./gates.ts";

export const accessModule = defineModule({
  name: "access",
  gates: { blocked: blockedGate, keyScope: keyScopeGate },
});
