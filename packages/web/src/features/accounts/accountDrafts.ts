import { type Account, findAccountsProblem, generalAccount } from "@lectern/contract";
import { t } from "@lingui/core/macro";

/** An account while it is edited. */
export interface AccountDraft extends Account {
  /** Stays the same while the COA string is typed. */
  key: string;
  /** True until it is saved: the COA string can be edited. */
  isNew?: boolean;
}

export const toDrafts = (accounts: readonly Account[]): AccountDraft[] =>
  accounts.map((account) => ({ ...account, key: account.id }));

export const toAccounts = (drafts: readonly AccountDraft[]): Account[] =>
  drafts.map(({ id, name, rateLimit, isDefault }) => ({ id: id.trim(), name: name.trim(), rateLimit, isDefault }));

export interface DraftProblem {
  /** The account that has it; null: the list as a whole. */
  key: string | null;
  field: "id" | "name" | null;
  message: string;
}

/** Finds what keeps the accounts from being saved; null: nothing. */
export function findDraftProblem(drafts: readonly AccountDraft[]): DraftProblem | null {
  for (const { key, id, name } of drafts) {
    if (name.trim() === "") return { key, field: "name", message: t`Each account needs a name.` };
    if (id.trim() === "") return { key, field: "id", message: t`Each account needs a COA string.` };
  }
  const accounts = toAccounts(drafts);
  const { name: generalName } = generalAccount;
  switch (findAccountsProblem(accounts)) {
    case null:
      return null;
    case "none":
      return { key: null, field: null, message: t`You must have at least one account.` };
    case "noDefault":
      return { key: null, field: null, message: t`One of the accounts must be the default.` };
    case "noGeneralAccount":
      return { key: null, field: null, message: t`The account “${generalName}” cannot be deleted.` };
    case "generalAccountName":
      return { key: null, field: null, message: t`The account “${generalName}” cannot be renamed.` };
    case "sameName":
      return { ...findRepeated(drafts, "name"), message: t`Another account has this name.` };
    case "sameId":
      return { ...findRepeated(drafts, "id"), message: t`Another account has this COA string.` };
  }
}

/** Returns the last account that repeats the value of another one. */
function findRepeated(drafts: readonly AccountDraft[], field: "id" | "name") {
  const fold = (value: string) => (field === "name" ? value.trim().toLowerCase() : value.trim());
  const values = drafts.map((draft) => fold(draft[field]));
  const repeated = drafts.findLast((draft, index) => values.indexOf(fold(draft[field])) < index);
  return { key: repeated?.key ?? null, field };
}

/** Lists the new COA strings that the institution's pattern does not match. A pattern that browsers reject asks nothing. */
export function listOddIds(drafts: readonly AccountDraft[], coaPattern: string): string[] {
  const pattern = toPattern(coaPattern);
  return drafts.filter(({ isNew, id }) => isNew && !pattern.test(id.trim())).map(({ id }) => id.trim());
}

function toPattern(source: string): RegExp {
  try {
    return new RegExp(`^(?:${source})$`, "u");
  } catch {
    return /^/;
  }
}
