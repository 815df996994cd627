import {
  clientHeader,
  type PublicConfig,
  type SessionError,
  type SessionResponse,
  type SessionUser,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { CallError, createParseError, createStatusError, NetworkError, readFailure } from "../../lib/callError.ts";
import { queryClient } from "../../lib/queryClient.ts";

/** The server's response, with the expiry of the access token on this browser's clock (ms since the epoch). */
interface Session extends SessionResponse {
  tokenEndsAtMs: number;
}

export type SessionState =
  | { status: "loading" }
  | { status: "failed"; error: Error; retry: () => void }
  | { status: "signedOut"; config: PublicConfig; reason: SessionError | null }
  | { status: "signedIn"; config: PublicConfig; user: SessionUser; mustAcceptDisclosure: boolean };

const sessionPath = "/api/session";
/** A token with less remaining lifetime is refreshed before it is used. */
const tokenMarginMs = 30_000;
const refreshMarginMs = 60_000;
const minRefreshIntervalMs = 10_000;

const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => readSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: 1,
  retryDelay: 1_000,
  // Without a network the call must fail immediately instead of waiting.
  networkMode: "always",
});

/** Loads the signed-in user; null if nobody is signed in or the session could not be loaded. */
export async function loadUser(): Promise<SessionUser | null> {
  const session = await queryClient.fetchQuery(sessionQuery).catch(() => null);
  return session && !session.error ? session.user : null;
}

/** Returns the current session. The component renders again when the session changes. */
export function useSession(): SessionState {
  const { data, error, refetch } = useQuery(sessionQuery);
  if (data) return toSessionState(data);
  if (error) return { status: "failed", error, retry: () => void refetch() };
  return { status: "loading" };
}

/**
 * Refreshes the session while mounted: before the token expires, when the tab gets the focus, and when the browser is
 * back online.
 */
export function useSessionRefresh(): void {
  useQuery({
    ...sessionQuery,
    refetchInterval: ({ state: { data } }) => (data?.accessToken ? msUntilRefresh(data) : false),
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
  });
}

/** Returns the position of the person's events at which the session was read; null if there is no session. */
export function getLastEventId(): string | null {
  return queryClient.getQueryData(sessionQuery.queryKey)?.lastEventId ?? null;
}

/** Returns what is asked before an expensive message is sent; null: nothing. */
export function getCostAlert(): PublicConfig["promptCostAlert"] {
  return queryClient.getQueryData(sessionQuery.queryKey)?.config.promptCostAlert ?? null;
}

/** True if the session that was read last says that the person has to accept the data disclosure agreement. */
export const mustAcceptDisclosure = (): boolean =>
  queryClient.getQueryData(sessionQuery.queryKey)?.mustAcceptDisclosure ?? false;

/** Notes that a request was rejected until the agreement is accepted, and asks the server whether this is still so. */
export function requireDisclosure(): void {
  if (mustAcceptDisclosure()) return;
  queryClient.setQueryData(
    sessionQuery.queryKey,
    (session) => session && { ...session, mustAcceptDisclosure: true as const },
  );
  void refreshSession();
}

/**
 * Notes that the agreement was accepted, and reads everything again that was rejected until then. What a person is
 * editing is not replaced under their hands.
 */
export async function continueAfterDisclosure(): Promise<void> {
  queryClient.setQueryData(sessionQuery.queryKey, (session) => {
    if (!session) return session;
    const { mustAcceptDisclosure: _, ...rest } = session;
    return rest;
  });
  // A request that was sent before the acceptance would still say that it is missing.
  await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey }, { cancelRefetch: true });
  await queryClient.invalidateQueries({
    predicate: ({ queryKey, meta, state }) =>
      queryKey[0] !== sessionQuery.queryKey[0] && !(meta?.isBeingEdited && state.data !== undefined),
  });
}

/** Reloads the session, for example after a response with status 401. Never rejects. */
export async function refreshSession(): Promise<void> {
  await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey }, { cancelRefetch: false });
}

/** Reloads the session and returns the server's current configuration; null if the session cannot be loaded. */
export async function reloadConfig(): Promise<PublicConfig | null> {
  const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false }).catch(() => null);
  return session?.config ?? null;
}

/**
 * Returns the person's cached access token if it is valid for at least 30 s, otherwise a newly requested one.
 * `rejectedToken`: a token that the server has rejected; if it is the cached one, a new one is requested. Throws
 * CallError if no token is available, with code `unauthenticated` if nobody or somebody else is signed in: an answer
 * that is still being read must not continue with the token of the next person.
 */
export async function getAccessToken(userId: string, rejectedToken?: string): Promise<string> {
  const cachedSession = queryClient.getQueryData(sessionQuery.queryKey);
  const isFresh = cachedSession?.accessToken && cachedSession.tokenEndsAtMs - Date.now() >= tokenMarginMs;
  const isUsable = isFresh && cachedSession.accessToken !== rejectedToken;
  const session = isUsable ? cachedSession : await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (session.accessToken && !session.error && session.user?.id === userId) return session.accessToken;
  throw new CallError(t`You are signed out.`, { code: "unauthenticated", status: 401 });
}

/** Signs out here and at the identity provider, then leaves the page. Throws CallError if the request fails. */
export async function signOut(): Promise<void> {
  const response: unknown = await request("/auth/signout", { method: "POST" });
  const hasLocation = typeof response === "object" && response !== null && "location" in response;
  location.assign(hasLocation && typeof response.location === "string" ? response.location : "/");
}

function toSessionState(session: Session): SessionState {
  const { user, config, error, mustAcceptDisclosure = false } = session;
  if (!user || error) return { status: "signedOut", config, reason: error ?? null };
  return { status: "signedIn", config, user, mustAcceptDisclosure };
}

function msUntilRefresh(session: Session): number {
  return Math.max(session.tokenEndsAtMs - Date.now() - refreshMarginMs, minRefreshIntervalMs);
}

async function readSession(signal: AbortSignal): Promise<Session> {
  const previousSession = queryClient.getQueryData(sessionQuery.queryKey);
  const earlySession = consumeEarlySession();
  const startedAtMs = earlySession?.startedAtMs ?? Date.now();
  // The response is not validated: our own server sends it in the form that the contract defines.
  const { body, dateMs } = await requestWithDate(sessionPath, { signal }, earlySession?.reply);
  const reply = body as SessionResponse;
  if (previousSession?.user && previousSession.user.id !== reply.user?.id) removeOtherQueries(sessionQuery.queryKey[0]);
  // The expiry is a time on the server's clock, from which this browser's clock may differ by minutes.
  const lifetimeMs = reply.expiresAt ? Date.parse(reply.expiresAt) - (dateMs ?? startedAtMs) : 0;
  return { ...reply, tokenEndsAtMs: startedAtMs + lifetimeMs };
}

interface EarlySession {
  reply: Promise<Response>;
  /** When the request was sent, on this browser's clock (ms since the epoch). */
  startedAtMs: number;
}

/**
 * Returns the request that public/session.js sent before this code was loaded; null: none. The request can be used only
 * once. Setting `earlySession` prevents the script from sending a request after this code has sent its own.
 */
function consumeEarlySession(): EarlySession | null {
  const earlySession: unknown = Reflect.get(globalThis, "earlySession");
  Reflect.set(globalThis, "earlySession", null);
  if (
    typeof earlySession !== "object" ||
    earlySession === null ||
    !("reply" in earlySession && "startedAtMs" in earlySession)
  )
    return null;
  const { reply, startedAtMs } = earlySession;
  return reply instanceof Promise && typeof startedAtMs === "number" ? { reply, startedAtMs } : null;
}

/** Removes all cached data except the session, so that another person does not see it. */
function removeOtherQueries(sessionKey: unknown): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey });
}

async function request(path: string, init: RequestInit): Promise<unknown> {
  return (await requestWithDate(path, init)).body;
}

async function requestWithDate(
  path: string,
  init: RequestInit,
  earlyResponse?: Promise<Response>,
): Promise<{ body: unknown; dateMs: number | null }> {
  const name = `${init.method ?? "GET"} - ${path}`;
  const headers = { [clientHeader.name]: clientHeader.value };
  const response = await (earlyResponse ?? fetch(path, { ...init, headers, cache: "no-store" })).catch(
    (cause: unknown) => {
      init.signal?.throwIfAborted();
      throw new NetworkError(name, cause);
    },
  );
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw createStatusError(name, response.status, readFailure(body));
  if (typeof body !== "object" || body === null) throw createParseError(name, response.status);
  const dateMs = Date.parse(response.headers.get("date") ?? "");
  return { body, dateMs: Number.isNaN(dateMs) ? null : dateMs };
}
