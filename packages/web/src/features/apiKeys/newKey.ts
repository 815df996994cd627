import {
  type ApiKeyKind,
  type createApiKey,
  defaultAccessTypes,
  defaultEditableRateLimit,
  type OpCallInput,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { isEmail } from "../../entities/groups/people/peopleEntries.ts";
import { areFieldsValid, type KeyFieldValues } from "./keyDrafts.ts";

/** A key that somebody is about to create. */
export interface NewKey extends KeyFieldValues {
  kind: ApiKeyKind;
  name: string;
  description: string;
  /** The address of the person on whose behalf a delegate key acts. */
  delegate: string;
}

export const createNewKey = (accountId: string): NewKey => ({
  kind: "personal",
  name: "",
  description: "",
  delegate: "",
  account: accountId,
  expirationDate: null,
  rateLimit: defaultEditableRateLimit,
  accessTypes: [...defaultAccessTypes],
});

/** What is only said once the key is to be created. The other fields say at once what is wrong. */
export interface NewKeyProblems {
  name?: string;
  delegate?: string;
}

/** Finds what keeps a key from being created; null: nothing. Pure. */
export function findNewKeyProblems(key: NewKey, ownEmail: string): NewKeyProblems | null {
  const problems: NewKeyProblems = {};
  if (key.name.trim() === "") problems.name = t`Enter a name.`;
  if (key.kind === "delegate") {
    const delegate = key.delegate.trim();
    if (!isEmail(delegate)) problems.delegate = t`Enter the email address of the person.`;
    else if (delegate.toLowerCase() === ownEmail.toLowerCase()) problems.delegate = t`Enter somebody else’s address.`;
  }
  return problems.name || problems.delegate || !areFieldsValid(key) ? problems : null;
}

/** What the server takes. */
export const toCreateInput = (key: NewKey, owner: string): OpCallInput<typeof createApiKey> => ({
  owner,
  account: key.account,
  delegate: key.kind === "delegate" ? key.delegate.trim().toLowerCase() : null,
  appName: key.name.trim(),
  appDescription: key.description.trim(),
  rateLimit: key.rateLimit,
  expirationDate: key.expirationDate,
  accessTypes: key.accessTypes,
  systemUse: key.kind === "system",
});
