import type { ApiKeyKind } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";

/** What an actor is to a key. The administrators of a group own its key. */
export interface KeyRelations {
  isOwner: boolean;
  isDelegate: boolean;
  administersGroup: boolean;
}

export type KeyVerb = "reveal" | "edit" | "deactivate";

interface RatedKey extends KeyRelations {
  kind: ApiKeyKind;
  isActive: boolean;
}

/** Returns true if the actor may do this to the key, whether or not it is active. Pure. */
function isKeyVerbAllowed({ kind, isOwner, isDelegate, administersGroup }: Omit<RatedKey, "isActive">, verb: KeyVerb) {
  switch (verb) {
    case "reveal":
      return isDelegate || administersGroup || (isOwner && kind !== "delegate");
    case "edit":
      return isOwner || administersGroup;
    case "deactivate":
      return isOwner || isDelegate || administersGroup;
  }
}

const messages: { readonly [Verb in KeyVerb]: string } = {
  reveal: "Only the person to whom this API key was delegated can see it.",
  edit: "Only the owner of this API key can change it.",
  deactivate: "You can’t deactivate this API key.",
};

/** Throws `forbidden` if somebody who sees the key may not do this. Pure. */
export function authorizeKey(key: Omit<RatedKey, "isActive">, verb: KeyVerb): void {
  if (!isKeyVerbAllowed(key, verb)) throw new AppError("forbidden", { userMessage: messages[verb] });
}

/** Returns what is offered to the actor: an inactive key can only be revealed. Pure. */
export function getKeyPermissions(key: RatedKey): Record<KeyVerb, boolean> {
  return {
    reveal: isKeyVerbAllowed(key, "reveal"),
    edit: key.isActive && isKeyVerbAllowed(key, "edit"),
    deactivate: key.isActive && isKeyVerbAllowed(key, "deactivate"),
  };
}
