import { lazy } from "react";
import type { AnswerParts } from "../features/chat/answerParts.ts";
import { AnswerCitations } from "../features/sources/AnswerCitations.tsx";

/** What the sources lend to the answers of the chat. */
export const answerParts: AnswerParts = {
  Text: AnswerCitations,
  Sources: lazy(() =>
    import("../features/sources/AnswerSourcesFoot.tsx").then(({ AnswerSourcesFoot }) => ({
      default: AnswerSourcesFoot,
    })),
  ),
};
