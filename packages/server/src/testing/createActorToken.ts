import { randomUUID } from "node:crypto";
import type { Actor, Platform } from "../core/context.ts";
import { getIdentityState } from "../modules/identity/getIdentityState.ts";

/**
 * Returns a bearer token of any actor, also one that cannot sign in, such as an API key. The server has it in its
 * caches for as long as the platform's clock stands still.
 */
export async function createActorToken(platform: Platform, actor: Actor): Promise<string> {
  const { sessions, verifiedTokens } = getIdentityState(platform);
  const token = randomUUID();
  const now = platform.clock.now();
  const claims = { sub: actor.principal.id, sid: token, exp: now.getTime() / 1_000 + 600 };
  await verifiedTokens.get(token, async () => claims);
  await sessions.get(token, now, async () => actor);
  return token;
}
