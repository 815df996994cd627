import { lazy } from "react";
import type { AnswerParts } from "../entities/chat/slots/answerParts.ts";
import { AnswerCitations } from "../features/citations/AnswerCitations.tsx";
import { FollowUpsBelow } from "./followUps.tsx";

/** What the sources and the prompts lend to the answers of the chat. */
export const answerParts: AnswerParts = {
  Text: AnswerCitations,
  Sources: lazy(() =>
    import("../features/citations/AnswerSourcesFoot.tsx").then(({ AnswerSourcesFoot }) => ({
      default: AnswerSourcesFoot,
    })),
  ),
  Below: FollowUpsBelow,
};
