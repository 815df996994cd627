import { createHash } from "node:crypto";
import { IntegrationId } from "@lectern/contract";
import * as z from "zod/mini";
import type { Actor, Platform } from "../../../core/context.ts";
import { getOwnerId } from "../../access/service.ts";
import { getSessionId } from "../../identity/service.ts";
import { deleteAttempt, deleteExpiredAttempts, upsertAttempt } from "../repository.ts";

/** How long a person may take at the provider. */
const attemptLifetimeMs = 600_000;

/** What was decided when a person started to connect an integration. */
const Attempt = z.object({
  integrationId: IntegrationId,
  clientId: z.string(),
  redirectUri: z.string(),
  codeVerifier: z.string(),
  nonce: z.string(),
});
export type Attempt = z.infer<typeof Attempt>;

const SealedAttempt = z.extend(Attempt, { ownerId: z.string() });

/**
 * Stores an attempt for the session of the actor, in place of an earlier one for the same integration, and deletes those of
 * everybody that have expired.
 */
export async function storeAttempt(platform: Platform, actor: Actor, state: string, attempt: Attempt): Promise<void> {
  const ownerId = getOwnerId(actor);
  const now = platform.clock.now();
  await deleteExpiredAttempts(platform.db, now);
  await upsertAttempt(platform.db, {
    owner_id: ownerId,
    integration_id: attempt.integrationId,
    session_id: getSessionId(actor),
    state_hash: hashState(state),
    sealed_attempt: platform.secrets.seal("integrationAttempts", JSON.stringify({ ...attempt, ownerId })),
    expires_at: new Date(now.getTime() + attemptLifetimeMs),
  });
}

/**
 * Returns the attempt with this state, which cannot be used again. Null if the session of the actor has no such attempt,
 * or if it has expired.
 */
export async function consumeAttempt(platform: Platform, actor: Actor, state: string): Promise<Attempt | null> {
  const ownerId = getOwnerId(actor);
  const row = await deleteAttempt(platform.db, ownerId, {
    sessionId: getSessionId(actor),
    stateHash: hashState(state),
  });
  if (!row || row.expires_at <= platform.clock.now()) return null;
  const attempt = SealedAttempt.parse(JSON.parse(platform.secrets.open("integrationAttempts", row.sealed_attempt)));
  return attempt.ownerId === ownerId ? attempt : null;
}

/** The state is a secret while the person is at the provider. */
const hashState = (state: string) => createHash("sha256").update(state).digest("hex");
