import type { RequiredKeyScopes } from "@lectern/contract";
import type { Actor } from "../../core/context.ts";
import { assertScope, attachedTo, type Scope, visibleTo } from "../access/service.ts";

/** As for the op that returns an assistant with its documents. */
const assistantScopes: RequiredKeyScopes = ["full_access", "assistants"];

/**
 * Returns the files that the actor may read: through an assistant those that are attached to it. Throws `forbidden` for
 * an API key that may not read assistants.
 */
export function getReadScope(actor: Actor, assistantId: string | undefined): Scope<"file"> {
  if (assistantId === undefined) return visibleTo(actor, "file", "read");
  assertScope(actor.credential, assistantScopes);
  return attachedTo(actor, assistantId);
}
