import type { AnswerPartContribution, StatusDetailsContribution } from "../../entities/chat/slots/chatSlots.ts";
import { useReceivedSummary } from "../../entities/citations/useReceivedSummary.ts";
import { lazy } from "../../lib/preload/lazy.ts";

/** Adds the sources that an answer cites below the answer. */
export const answerSourcesPart: AnswerPartContribution = {
  id: "sources",
  appliesTo: ({ sources }) => sources !== undefined,
  Component: lazy(() =>
    import("./AnswerSourcesFooter.tsx").then(({ AnswerSourcesFooter }) => ({ default: AnswerSourcesFooter })),
  ),
};

/** Adds what the model received to the line that says what was searched or read, if the answer cites none of it. */
export const receivedSources: StatusDetailsContribution = {
  statusIds: ["search", "documents"],
  useSummary: useReceivedSummary,
  Details: lazy(() => import("./ReceivedSources.tsx").then(({ ReceivedSources }) => ({ default: ReceivedSources }))),
};
