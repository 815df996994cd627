import { type Account, generalAccount } from "@lectern/contract";

/** The accounts that can pay for the calls of an API key: those with a COA string. */
export const listKeyAccounts = (accounts: readonly Account[]): Account[] =>
  accounts.filter(({ id }) => id !== generalAccount.id);
