import { lazy } from "react";
import type { AnswerPartContribution } from "../../entities/chat/slots/chatSlots.ts";

/** Adds the sources of an answer below the answer. */
export const answerSourcesPart: AnswerPartContribution = {
  id: "sources",
  appliesTo: ({ sources }) => sources !== undefined,
  Component: lazy(() =>
    import("./AnswerSourcesFooter.tsx").then(({ AnswerSourcesFooter }) => ({ default: AnswerSourcesFooter })),
  ),
};
