import type { MessageOptions } from "@lectern/contract";
import type { RunStep } from "../../core/context.ts";
import type { AppliedAssistant } from "../../core/run/appliedAssistant.ts";
import type { InstructionFragment, RunContribution } from "../../core/run/run.ts";
import { createMessageFormatter, describeMessageFormat } from "./formatMessage.ts";
import { toAssistantState } from "./toAssistantState.ts";

/** Applies an assistant to an answer: its instructions, what the model reads of the messages, and its name. */
export const assistantStep: RunStep = {
  name: "assistant",
  begin: ({ assistant }) => (assistant ? { prepare: async () => toContribution(assistant) } : {}),
};

function toContribution(assistant: AppliedAssistant): RunContribution {
  const { messageOptions } = assistant;
  const contribution = { instructions: listInstructions(assistant), state: toAssistantState(assistant) };
  if (!hasMessageOption(messageOptions)) return contribution;
  return { ...contribution, formatMessage: createMessageFormatter(messageOptions) };
}

function listInstructions({ instructions, isConfidential, messageOptions }: AppliedAssistant): InstructionFragment[] {
  return [
    // Also without text: what tools return of a confidential assistant's documents is hidden, too.
    { text: instructions, isSecret: isConfidential },
    { text: describeMessageFormat(messageOptions), isSecret: false },
  ];
}

const hasMessageOption = (options: MessageOptions) => Object.values(options).some(Boolean);
