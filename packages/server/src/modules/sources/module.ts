import { defineModule } from "../../core/serverModule.ts";
import { sourcesStep } from "./sourcesStep.ts";

export const sourcesModule = defineModule({
  name: "sources",
  runSteps: [sourcesStep],
});
