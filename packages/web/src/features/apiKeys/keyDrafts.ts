import { type ApiKey, normalizeAccessTypes } from "@lectern/contract";

/** What can be changed of a key. `account`: its id. */
export interface KeyFieldValues extends Pick<ApiKey, "expirationDate" | "rateLimit" | "accessTypes"> {
  account: string;
}

/** The unsaved changes of keys, by their id. A key that is as it was saved has none. */
export type KeyDrafts = ReadonlyMap<string, Partial<KeyFieldValues>>;

type EditableKey = Pick<ApiKey, "api_owner_id" | "account" | "expirationDate" | "rateLimit" | "accessTypes">;

/** The fields of a key that can be changed, with its changes. */
export const toFields = (
  { account, expirationDate, rateLimit, accessTypes }: EditableKey,
  updates: Partial<KeyFieldValues> = {},
): KeyFieldValues => ({ account: account.id, expirationDate, rateLimit, accessTypes, ...updates });

/** Adds changes of a key. A field that is changed back is no change. Pure. */
export function changeDraft(drafts: KeyDrafts, key: EditableKey, changes: Partial<KeyFieldValues>): KeyDrafts {
  const saved = toFields(key);
  const updates: Partial<KeyFieldValues> = { ...drafts.get(key.api_owner_id), ...changes };
  if (updates.account === saved.account) delete updates.account;
  if (updates.expirationDate === saved.expirationDate) delete updates.expirationDate;
  if (updates.rateLimit && isSameLimit(updates.rateLimit, saved.rateLimit)) delete updates.rateLimit;
  if (updates.accessTypes && isSameAccess(updates.accessTypes, saved.accessTypes)) delete updates.accessTypes;
  const changed = new Map(drafts);
  if (Object.keys(updates).length === 0) changed.delete(key.api_owner_id);
  else changed.set(key.api_owner_id, updates);
  return changed;
}

/** The drafts of keys that can still be changed: others may have been deactivated meanwhile. Pure. */
export function listSavable(
  drafts: KeyDrafts,
  keys: readonly ApiKey[],
): { key: ApiKey; updates: Partial<KeyFieldValues> }[] {
  return keys.flatMap((key) => {
    const updates = drafts.get(key.api_owner_id);
    return updates && canEdit(key) ? [{ key, updates }] : [];
  });
}

/** True if what was changed can be saved. The fields themselves say why it cannot. */
export const areFieldsValid = ({ expirationDate, accessTypes }: Partial<KeyFieldValues>): boolean =>
  !isPast(expirationDate) && accessTypes?.length !== 0;

/** True if a key may not get this expiration date. */
export const isPast = (expirationDate: string | null | undefined): boolean =>
  typeof expirationDate === "string" && expirationDate < getToday();

export const canEdit = ({ active, permissions }: Pick<ApiKey, "active" | "permissions">): boolean =>
  active && permissions.edit;

function isSameLimit(left: ApiKey["rateLimit"], right: ApiKey["rateLimit"]): boolean {
  // The rate of no limit means nothing.
  if (left.period !== right.period) return false;
  return left.period === "Unlimited" || Number(left.rate) === Number(right.rate);
}

const isSameAccess = (left: readonly ApiKey["accessTypes"][number][], right: ApiKey["accessTypes"]): boolean =>
  normalizeAccessTypes(left).join() === normalizeAccessTypes(right).join();

/** Today in UTC, such as `2026-11-30`: a key is valid until the end of a day in UTC. */
const getToday = (): string => new Date().toISOString().slice(0, 10);
