import { accountsProblemTexts, findAccountsProblem, saveAccounts } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getOwnerId } from "../../access/service.ts";
import { publishBrowserEvent } from "../../browserEvents/service.ts";
import { lockAccounts, replaceAccounts } from "../repository.ts";
import { forgetAccountLimits, getAccountsRevision, listAccounts } from "../service.ts";

export const saveAccountsHandler = implement(saveAccounts, async (ctx, { accounts, revision }) => {
  const problem = findAccountsProblem(accounts);
  if (problem) {
    const userMessage = accountsProblemTexts[problem];
    throw new AppError("invalidInput", { userMessage, issues: [{ path: "accounts", message: userMessage }] });
  }
  const ownerId = getOwnerId(ctx.actor);
  const savedAccounts = await transaction(ctx.db, async (tx) => {
    await lockAccounts(tx, ownerId);
    if (revision !== undefined && revision !== getAccountsRevision(await listAccounts(tx, ownerId))) {
      throw new AppError("conflict", {
        userMessage: "Your accounts were changed somewhere else. Please reload them and try again.",
      });
    }
    await replaceAccounts(tx, ownerId, accounts);
    return listAccounts(tx, ownerId);
  });
  forgetAccountLimits(ctx);
  publishBrowserEvent(ctx, ownerId, { type: "settings" });
  return { revision: getAccountsRevision(savedAccounts) };
});
