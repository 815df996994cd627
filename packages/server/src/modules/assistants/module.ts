import { defineModule } from "../../core/serverModule.ts";
import { assistantStep } from "./assistantStep.ts";
import { seedSystemAssistants } from "./builtIn/seedSystemAssistants.ts";
import { eraseAssistants } from "./eraseAssistants.ts";

export const assistantsModule = defineModule({
  name: "assistants",
  runSteps: [assistantStep],
  seed: seedSystemAssistants,
  erasePerson: eraseAssistants,
});
