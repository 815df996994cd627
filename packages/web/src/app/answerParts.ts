import { lazy } from "react";
import type { AnswerParts } from "../features/chat/answerParts.ts";
import { AnswerCitations } from "../features/sources/AnswerCitations.tsx";
import { FollowUpsBelow } from "./followUps.tsx";

/** What the sources and the prompts lend to the answers of the chat. */
export const answerParts: AnswerParts = {
  Text: AnswerCitations,
  Sources: lazy(() =>
    import("../features/sources/AnswerSourcesFoot.tsx").then(({ AnswerSourcesFoot }) => ({
      default: AnswerSourcesFoot,
    })),
  ),
  Below: FollowUpsBelow,
};
