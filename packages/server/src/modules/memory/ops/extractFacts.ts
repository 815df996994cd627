import { extractFacts } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { toModelFailure } from "../../sideCalls/service.ts";
import { findFacts } from "../extraction/findFacts.ts";
import { dropCopies } from "../extraction/getOwnWords.ts";
import { presentMemory } from "../present.ts";

/** Facts that the person looks for by hand. Nothing is stored: neither the text nor what is found. */
export const extractFactsHandler = implement(extractFacts, async (ctx, { user_input: text }) => {
  const found = await findFacts(ctx, {
    ...{ ownerId: getOwnerId(ctx.actor), payer: ctx.actor, directoryGroups: ctx.actor.directoryGroups },
    ...{ text: dropCopies(text), conversationId: null, projectId: null, assistantId: null, signal: ctx.signal },
  }).catch((error: unknown) => {
    throw toModelFailure(error);
  });
  const extracted = found.map(({ content, replaced }) => {
    return { content, replaces: replaced && presentMemory(replaced, ctx.actor) };
  });
  return { facts: extracted.map(({ content }) => content), extracted };
});
