import type { Platform } from "../../core/context.ts";
import { identityState } from "./identityState.ts";
import { openProviderTokens, sealProviderTokens } from "./providerTokens.ts";
import { isRefusal, renewTokens } from "./renewTokens.ts";
import { refuseSessionRow, type StoredSession, takeRefreshTurn, updateProviderTokens } from "./repository.ts";
import { describeSignInError } from "./signInError.ts";

/** How long one process has the turn to refresh a session, and how soon after a failure it is tried again. */
const refreshTurnMs = 30_000;

export type RefreshOutcome = "kept" | "refused";

/**
 * Refreshes a session's tokens at its provider, once at a time: others of this process wait for the same answer, other processes
 * go on with the session as it is. `refused`: the provider says no, and the session has ended. A provider that cannot be reached
 * ends nothing; it is asked again after 30 s.
 */
export function refreshSession(platform: Platform, session: StoredSession): Promise<RefreshOutcome> {
  const { refreshes } = identityState(platform);
  const underWay = refreshes.get(session.id);
  if (underWay) return underWay;
  const refresh = refreshOnce(platform, session).finally(() => refreshes.delete(session.id));
  refreshes.set(session.id, refresh);
  return refresh;
}

async function refreshOnce(platform: Platform, session: StoredSession): Promise<RefreshOutcome> {
  const now = platform.clock.now();
  const sealed = await takeRefreshTurn(platform.db, session.id, now, new Date(now.getTime() + refreshTurnMs));
  if (sealed === null) return "kept";
  try {
    const tokens = await renewTokens(platform, openProviderTokens(platform, sealed), session.subject);
    const { providerTokens, providerExpiresAt } = sealProviderTokens(platform, tokens);
    if (providerTokens !== null) {
      await updateProviderTokens(platform.db, session.id, providerTokens, providerExpiresAt);
    }
    return "kept";
  } catch (error) {
    if (!isRefusal(error)) {
      platform.log.warn({ reason: describeSignInError(error) }, "a session could not be refreshed now");
      return "kept";
    }
    platform.log.info({ reason: describeSignInError(error) }, "the identity provider ended a session");
    await refuseSessionRow(platform.db, session.id, platform.clock.now());
    identityState(platform).lookups.remember(session.id, null, platform.clock.now());
    return "refused";
  }
}
