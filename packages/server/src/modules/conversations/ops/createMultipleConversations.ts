import { type ConversationSummary, createMultipleConversations, type OpOutput } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { createArtifactBudget } from "../artifacts/separateArtifacts.ts";
import { publishConversations } from "../publishConversations.ts";
import { firstRevision, storeNewConversation } from "../upload/storeNewConversation.ts";

type Rejection = OpOutput<typeof createMultipleConversations>["rejected"][number];

/** One transaction for each: what is wrong with one conversation does not affect the others. */
export const createMultipleConversationsHandler = implement(createMultipleConversations, async (ctx, input) => {
  const ownerId = getOwnerId(ctx.actor);
  const artifactBudget = createArtifactBudget();
  const created: ConversationSummary[] = [];
  const rejected: Rejection[] = [];
  try {
    for (const conversation of input.conversations) {
      try {
        created.push(await storeNewConversation(ctx, ownerId, conversation, artifactBudget));
      } catch (error) {
        rejected.push(toRejection(conversation.id, error));
      }
    }
  } finally {
    publishConversations(
      ctx,
      ownerId,
      created.map(({ id }) => id),
      "saved",
      firstRevision,
    );
  }
  return { created, rejected };
});

/** Rethrows what is not the fault of one conversation. */
function toRejection(id: string, error: unknown): Rejection {
  if (!(error instanceof AppError)) throw error;
  const { code, userMessage: message } = error;
  if (code === "conflict" || code === "invalidInput" || code === "tooLarge") return { id, code, message };
  throw error;
}
