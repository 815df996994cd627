import { getAccounts } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { getAccountsRevision, listAccounts } from "../service.ts";

export const getAccountsHandler = implement(getAccounts, async (ctx) => {
  const accounts = await listAccounts(ctx.db, getOwnerId(ctx.actor));
  return { accounts, revision: getAccountsRevision(accounts), coaPattern: ctx.config.coaPattern };
});
