import { defineModule } from "../../core/serverModule.ts";
import { flagGate } from "./flagGate.ts";

export const flagsModule = defineModule({ name: "flags", gates: { flag: flagGate } });
