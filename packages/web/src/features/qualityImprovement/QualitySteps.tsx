import type { Conversation } from "@lectern/contract";
import { useState } from "react";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { RangeStep } from "./RangeStep.tsx";
import { ReviewStep } from "./ReviewStep.tsx";
import { SummaryStep } from "./SummaryStep.tsx";
import { listSubmittableMessages, sliceFromPrompt } from "./submission.ts";

type Step =
  | { kind: "range" }
  | { kind: "summary"; promptIndex: number }
  | { kind: "review"; promptIndex: number; summary: string };

/** Up to this many messages there is nothing to choose. */
const maxMessagesWithoutRange = 2;

/** The range, the summary and the form, one after another, for a conversation that doesn’t change. */
export function QualitySteps({ conversation, ...dialog }: DialogProps & { conversation: Conversation }) {
  const { name, accountId = null, modelId } = conversation;
  const messages = listSubmittableMessages(conversation);
  const [step, setStep] = useState<Step>(() =>
    messages.length > maxMessagesWithoutRange ? { kind: "range" } : { kind: "summary", promptIndex: 0 },
  );
  switch (step.kind) {
    case "range":
      return (
        <RangeStep
          {...dialog}
          messages={messages}
          onChoose={(promptIndex) => setStep({ kind: "summary", promptIndex })}
        />
      );
    case "summary":
      return (
        <SummaryStep
          {...dialog}
          {...{ accountId, modelId }}
          messages={sliceFromPrompt(messages, step.promptIndex)}
          onSummary={(summary) => setStep({ ...step, kind: "review", summary })}
        />
      );
    case "review":
      return (
        <ReviewStep
          {...dialog}
          name={name}
          messages={sliceFromPrompt(messages, step.promptIndex)}
          summary={step.summary}
        />
      );
    default:
      return step satisfies never;
  }
}
