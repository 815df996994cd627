import { summarizeMessages, summaryTokens } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { choosePayer } from "../../accounts/service.ts";
import { toModelFailure } from "../../sideCalls/service.ts";
import { writeSummary } from "../writing/writeSummary.ts";

/** Summarizes messages that the browser has. Nothing is stored but the usage. Throws `notFound` if there is no model. */
export const summarizeMessagesHandler = implement(summarizeMessages, async (ctx, input) => {
  const { previous, messages, maxTokens = summaryTokens.max, accountId = null } = input;
  const payer = await choosePayer(ctx, ctx.actor, accountId);
  const payment = { payer, directoryGroups: [...payer.directoryGroups], conversationId: null, signal: ctx.signal };
  return writeSummary(ctx, { previous, messages, maxTokens }, payment).catch((error: unknown) => {
    throw toModelFailure(error);
  });
});
