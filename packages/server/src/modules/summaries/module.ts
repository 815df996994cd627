import { defineModule } from "../../core/serverModule.ts";
import { summariesStep } from "./summariesStep.ts";

/** Summaries are part of messages, so they are erased with them. */
export const summariesModule = defineModule({ name: "summaries", runSteps: [summariesStep] });
