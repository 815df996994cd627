import { defineModule } from "../../core/serverModule.ts";
import { topicsStep } from "./topicsStep.ts";

export const topicsModule = defineModule({ name: "topics", runSteps: [topicsStep] });
