import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { Id } from "./primitives.ts";

/** What a person thinks of an answer. */
export const AnswerFeedback = z.object({
  rating: z.enum(["up", "down"]),
  reason: z.optional(z.string().check(z.trim(), z.maxLength(limits.feedbackReasonLength))),
});
export type AnswerFeedback = z.infer<typeof AnswerFeedback>;

export const rateAnswer = defineOp({
  method: "POST",
  path: "/feedback/rate",
  keyScopes: ["full_access"],
  flag: "answerFeedback",
  summary:
    "Stores what the caller thinks of an answer of a cloud conversation, for the institution. Replaces earlier " +
    "feedback; null deletes it. It is deleted with the answer.",
  input: z.object({ conversationId: Id, messageId: Id, feedback: z.nullable(AnswerFeedback) }),
  output: z.object({}),
});

export const listAnswerFeedback = defineOp({
  method: "POST",
  path: "/feedback/list",
  keyScopes: ["full_access"],
  flag: "answerFeedback",
  summary: "Returns the caller's feedback on the answers of a cloud conversation, by the ids of the messages.",
  input: z.object({ conversationId: Id }),
  output: z.object({ feedback: z.record(z.string(), AnswerFeedback) }),
});
