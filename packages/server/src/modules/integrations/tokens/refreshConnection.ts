import { IntegrationId } from "@lectern/contract";
import { refreshTokenGrant } from "openid-client";
import type { Platform } from "../../../core/context.ts";
import { defineServerState } from "../../../core/serverState.ts";
import { rejectOnAbort } from "../../../platform/rejectOnAbort.ts";
import { getOwnerIdOfRow } from "../../access/service.ts";
import { describeOAuthError } from "../../identity/service.ts";
import { createOAuthClient, getExpiry, isInvalidGrant } from "../oauthClient.ts";
import { getProvider } from "../providers.ts";
import type { Registration } from "../registrations.ts";
import { acquireRefreshLock, type ConnectionRow, findConnection, updateUnchangedConnection } from "../repository.ts";
import type { IntegrationToken } from "./integrationToken.ts";
import { openTokens, sealTokens, type Tokens } from "./sealedTokens.ts";

/** Longer than a request to the provider may take. Only a process that has crashed holds the lock until then. */
const lockMs = 30_000;
const pollIntervalMs = 250;

interface Refresh {
  connection: ConnectionRow;
  tokens: Tokens;
  registration: Registration;
  /** True if the present token is of no use any more. */
  isExpired: boolean;
}

/** Refreshes in progress, by person and integration. */
const getRefreshes = defineServerState(() => new Map<string, Promise<IntegrationToken | null>>());

/**
 * Refreshes the tokens of a connection, once for all who need them at the same time. If another process is refreshing
 * them, returns the present token, or waits for the new one if it has expired. Throws the signal's reason.
 */
export async function refreshConnection(
  platform: Platform,
  refresh: Refresh,
  signal: AbortSignal,
): Promise<IntegrationToken> {
  const refreshed = await rejectOnAbort(refreshForAll(platform, refresh), signal);
  if (refreshed) return refreshed;
  if (!refresh.isExpired) return { token: refresh.tokens.accessToken };
  return waitForRefresh(platform, refresh.connection, signal);
}

function refreshForAll(platform: Platform, refresh: Refresh): Promise<IntegrationToken | null> {
  const refreshes = getRefreshes(platform);
  const key = `${refresh.connection.integration_id} ${refresh.connection.owner_id}`;
  const pending = refreshes.get(key);
  if (pending) return pending;
  const started = refreshOnce(platform, refresh).finally(() => refreshes.delete(key));
  refreshes.set(key, started);
  return started;
}

/** Returns null if another process is refreshing the tokens, or has done so since they were read. */
async function refreshOnce(platform: Platform, refresh: Refresh): Promise<IntegrationToken | null> {
  const { connection, tokens, registration, isExpired } = refresh;
  const now = platform.clock.now();
  const isOurs = await acquireRefreshLock(platform.db, connection, now, new Date(now.getTime() + lockMs));
  if (!isOurs) return null;
  try {
    const client = createOAuthClient(getProvider(platform, getIntegrationId(connection)), registration);
    const response = await refreshTokenGrant(client, tokens.refreshToken);
    const newTokens = {
      accessToken: response.access_token,
      refreshToken: response.refresh_token ?? tokens.refreshToken,
    };
    const owner = { ownerId: connection.owner_id, integrationId: connection.integration_id };
    const isStored = await updateUnchangedConnection(platform.db, connection, {
      sealed_tokens: sealTokens(platform, owner, newTokens),
      expires_at: getExpiry(platform.clock.now(), response.expires_in),
    });
    // The person has disconnected or connected it again meanwhile.
    if (isStored) return { token: newTokens.accessToken };
    return presentToken(platform, connection, await findAgain(platform, connection));
  } catch (error) {
    const reason = describeOAuthError(error);
    const fields = { integrationId: connection.integration_id, userId: connection.owner_id, reason };
    if (!isInvalidGrant(error)) {
      platform.log.warn(fields, "the token of an integration could not be refreshed");
      await updateUnchangedConnection(platform.db, connection, {});
      return isExpired ? { problem: "unavailable" } : { token: tokens.accessToken };
    }
    platform.log.info(fields, "the provider no longer accepts a connection");
    await updateUnchangedConnection(platform.db, connection, { needs_reconnect: true });
    return { problem: "needsReconnect" };
  }
}

/** Waits until another process has refreshed an expired token, or has failed to. */
async function waitForRefresh(
  platform: Platform,
  connection: ConnectionRow,
  signal: AbortSignal,
): Promise<IntegrationToken> {
  for (let waitedMs = 0; waitedMs < lockMs; waitedMs += pollIntervalMs) {
    const row = await findAgain(platform, connection);
    const isLocked = row?.refresh_locked_until && row.refresh_locked_until > platform.clock.now();
    if (!isLocked) return presentToken(platform, connection, row);
    await platform.wait(pollIntervalMs, signal);
    signal.throwIfAborted();
  }
  return { problem: "unavailable" };
}

const findAgain = ({ db }: Platform, { owner_id, ...row }: ConnectionRow) =>
  findConnection(db, getOwnerIdOfRow({ owner_id }), getIntegrationId(row));

/** Returns the token in a row that was read again; `unavailable` if it has expired. */
function presentToken(platform: Platform, before: ConnectionRow, row: ConnectionRow | null): IntegrationToken {
  if (!row) return { problem: "notConnected" };
  const owner = { ownerId: row.owner_id, integrationId: row.integration_id };
  const tokens = openTokens(platform, owner, row.sealed_tokens);
  if (row.needs_reconnect || !tokens || row.client_id !== before.client_id) return { problem: "needsReconnect" };
  return row.expires_at > platform.clock.now() ? { token: tokens.accessToken } : { problem: "unavailable" };
}

const getIntegrationId = ({ integration_id }: Pick<ConnectionRow, "integration_id">) =>
  IntegrationId.parse(integration_id);
