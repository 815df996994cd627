import { summarizeMessages } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { toModelFailure } from "../../sideCalls/service.ts";
import { writeSummary } from "../writing/writeSummary.ts";

/** Summarizes messages that the browser has. Nothing is stored but the usage. Throws `notFound` if there is no model. */
export const summarizeMessagesHandler = implement(summarizeMessages, async (ctx, source) => {
  const { actor, signal } = ctx;
  const payment = { payer: actor, directoryGroups: [...actor.directoryGroups], conversationId: null, signal };
  const written = await writeSummary(ctx, source, payment).catch((error: unknown) => {
    throw toModelFailure(error);
  });
  if (!written)
    throw new AppError("notFound", { userMessage: "There is no language model that could summarize the chat." });
  return written;
});
