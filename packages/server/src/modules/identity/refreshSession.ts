import type { Platform } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { getIdentityState } from "./getIdentityState.ts";
import { sealProviderTokens, unsealProviderTokens } from "./providerTokens.ts";
import { isRejection, refreshTokens } from "./refreshTokens.ts";
import { acquireRefreshLock, markSessionRejected, type StoredSession, updateProviderTokens } from "./repository.ts";
import { describeSignInError } from "./signInError.ts";
import { updateAccount } from "./upsertAccount.ts";

/**
 * How long a process holds the lock for refreshing a session. A failure does not release it, which delays the retry.
 */
const refreshLockMs = 30_000;

export type RefreshOutcome = "active" | "rejected";

/**
 * Refreshes a session's tokens at its provider. Concurrent calls in this process share one request; other processes
 * meanwhile use the session without refreshing it. Returns `rejected` if the provider rejected the refresh or a refresh
 * is impossible; this ends the session. After any other error, the session stays active, and the next attempt is made
 * after 30 s at the earliest.
 */
export function refreshSession(platform: Platform, session: StoredSession): Promise<RefreshOutcome> {
  const { refreshes } = getIdentityState(platform);
  const pendingRefresh = refreshes.get(session.id);
  if (pendingRefresh) return pendingRefresh;
  const refresh = refreshOnce(platform, session).finally(() => refreshes.delete(session.id));
  refreshes.set(session.id, refresh);
  return refresh;
}

async function refreshOnce(platform: Platform, session: StoredSession): Promise<RefreshOutcome> {
  const now = platform.clock.now();
  const sealedTokens = await acquireRefreshLock(platform.db, session.id, now, new Date(now.getTime() + refreshLockMs));
  if (sealedTokens === null) return "active";
  try {
    const { tokens, loadIdentity } = await refreshTokens(
      platform,
      unsealProviderTokens(platform, sealedTokens),
      session.subject,
    );
    const { providerTokens, providerExpiresAt } = sealProviderTokens(platform, tokens);
    // Stored first: a provider that rotates refresh tokens does not accept the previous one again.
    if (providerTokens !== null) {
      await updateProviderTokens(platform.db, session.id, providerTokens, providerExpiresAt);
    }
    const identity = await loadIdentity();
    if (identity?.issuer === session.issuer) {
      await transaction(platform.db, (tx) => updateAccount(tx, platform, identity));
    }
    return "active";
  } catch (error) {
    if (!isRejection(error)) {
      platform.log.warn({ reason: describeSignInError(error) }, "a session could not be refreshed");
      return "active";
    }
    platform.log.info({ reason: describeSignInError(error) }, "the identity provider ended a session");
    await markSessionRejected(platform.db, session.id, platform.clock.now());
    getIdentityState(platform).sessions.end(session.id);
    return "rejected";
  }
}
