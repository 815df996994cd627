import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { text } from "./primitives.ts";
import { RateLimit } from "./usage.ts";

/** The account that everybody has. It pays where a person has chosen none. */
export const generalAccount = { id: "general_account", name: "No COA On File" } as const;

/** An amount in US dollars as people type it, for example `0` or `12.50`. */
export const AmountText = z
  .string()
  .check(z.regex(/^\d{1,9}(\.\d{1,2})?$/, { error: "must be an amount such as 12.50" }));

/** A limit as it is edited: `rate` is a text, also where the period is `Unlimited`. */
export const EditableRateLimit = z.object({ period: RateLimit.shape.period, rate: AmountText });
export type EditableRateLimit = z.infer<typeof EditableRateLimit>;

const hoursOf = { Hourly: 1, Daily: 24, Monthly: 31 * 24 } as const;

/** Returns true if a limit never allows more than `max` does. A daily limit counts for the 31 days of a month. Pure. */
export function isLimitWithin(limit: EditableRateLimit, max: EditableRateLimit): boolean {
  if (max.period === "Unlimited") return true;
  if (limit.period === "Unlimited") return false;
  const windows = Math.max(1, hoursOf[max.period] / hoursOf[limit.period]);
  return toCents(limit.rate) * windows <= toCents(max.rate);
}

const toCents = (amount: string) => Math.round(Number(amount) * 100);

export const defaultEditableRateLimit: EditableRateLimit = { period: "Unlimited", rate: "0" };

/** An account to which a person's model calls are charged. `id` is the COA string. */
export const Account = z.object({
  id: text(limits.accountIdLength).check(z.trim(), z.minLength(1)),
  name: text(limits.accountNameLength).check(z.trim(), z.minLength(1)),
  /** What the person's calls may cost on this account. Further limits apply besides. */
  rateLimit: EditableRateLimit,
  /** True for the account of calls that name none. */
  isDefault: z.boolean(),
});
export type Account = z.infer<typeof Account>;

export const getAccounts = defineOp({
  method: "GET",
  path: "/state/accounts/get",
  keyScopes: ["full_access"],
  summary: "Returns the caller's accounts. There is always one, and one is the default.",
  input: z.object({}),
  output: z.object({
    accounts: z.array(Account),
    /** Names this state of the list. */
    revision: z.string(),
    /** The regular expression of COA strings that look valid; others may be saved all the same. */
    coaPattern: z.string(),
  }),
});

export const saveAccounts = defineOp({
  method: "POST",
  path: "/state/accounts/save",
  keyScopes: ["full_access"],
  summary:
    "Replaces the caller's accounts. With `revision`, only if the list has not changed since; otherwise fails with " +
    "`conflict`.",
  input: z.object({
    accounts: z.array(Account).check(z.maxLength(limits.accountsPerPerson)),
    revision: z.optional(text(100)),
  }),
  output: z.object({ revision: z.string() }),
});

export type AccountsProblem = "none" | "noDefault" | "noGeneralAccount" | "sameName" | "sameId" | "generalAccountName";

/** Finds what keeps a list from being saved; null: nothing. */
export function findAccountsProblem(accounts: readonly Account[]): AccountsProblem | null {
  if (accounts.length === 0) return "none";
  if (accounts.filter(({ isDefault }) => isDefault).length !== 1) return "noDefault";
  const general = accounts.find(({ id }) => id === generalAccount.id);
  if (!general) return "noGeneralAccount";
  if (general.name !== generalAccount.name) return "generalAccountName";
  if (new Set(accounts.map(({ id }) => id)).size < accounts.length) return "sameId";
  const names = accounts.map(({ name }) => name.trim().toLowerCase());
  return new Set(names).size < names.length ? "sameName" : null;
}

/** What a program is told about each problem. */
export const accountsProblemTexts: { readonly [Problem in AccountsProblem]: string } = {
  none: "You must have at least one account.",
  noDefault: "Exactly one account must be the default.",
  noGeneralAccount: `The account ‘${generalAccount.name}’ cannot be deleted.`,
  generalAccountName: `The account ‘${generalAccount.name}’ cannot be renamed.`,
  sameName: "Each account must have its own name.",
  sameId: "Each account must have its own COA string.",
};
