import { defineModule } from "../../core/serverModule.ts";
import { operationsStep } from "./run/operationsStep.ts";

export const operationsModule = defineModule({ name: "operations", runSteps: [operationsStep] });
