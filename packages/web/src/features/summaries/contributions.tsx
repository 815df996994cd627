import { parseContextUse } from "@lectern/contract";
import type {
  AnswerPartContribution,
  BelowAnswerProps,
  BelowSettingsProps,
  ComposerToolContribution,
  SlotContribution,
} from "../../entities/chat/slots/chatSlots.ts";
import { lazy } from "../../lib/preload/lazy.ts";

const ContextGauge = lazy(() =>
  import("./gauge/ContextGauge.tsx").then(({ ContextGauge }) => ({ default: ContextGauge })),
);

/** How full the model's window is for the next question, once a chat has an answer that says it. */
export const contextGauge: ComposerToolContribution = {
  id: "context",
  EndButton: ({ conversation, model }) =>
    model !== null &&
    conversation.messages.some(({ data }) => data.state?.context !== undefined) && (
      <ContextGauge conversation={conversation} model={model} />
    ),
};

/** Turns summaries off for one chat, in its settings, which also say how full the window is. */
export const summariesSetting: SlotContribution<BelowSettingsProps> = {
  id: "summaries",
  Component: lazy(() =>
    import("./settings/ChatSummariesSetting.tsx").then(({ ChatSummariesSetting }) => ({
      default: ChatSummariesSetting,
    })),
  ),
};

/** The summary of the messages up to an answer, below it. */
export const summaryLine: SlotContribution<BelowAnswerProps> = {
  id: "summary",
  appliesTo: ({ message }) => message.data.summary !== undefined,
  Component: lazy(() => import("./summary/SummaryLine.tsx").then(({ SummaryLine }) => ({ default: SummaryLine }))),
};

/** Says that an answer was written with a summary in place of earlier messages. */
export const usedSummary: AnswerPartContribution = {
  id: "summary",
  appliesTo: (state) => parseContextUse(state)?.summaryId != null,
  Component: lazy(() => import("./summary/UsedSummary.tsx").then(({ UsedSummary }) => ({ default: UsedSummary }))),
};
