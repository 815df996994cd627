import {
  clientHeader,
  type PublicConfig,
  type SessionError,
  type SessionResponse,
  type SessionUser,
} from "@lectern/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { CallError, readFailure } from "../../lib/callError.ts";
import { queryClient } from "../../lib/queryClient.ts";
import { statusPhrase } from "../../lib/statusPhrase.ts";

/** The answer of the server, with the end of the access token on this browser's clock, in ms since the epoch. */
interface Session extends SessionResponse {
  tokenEndsAtMs: number;
}

export type SessionState =
  | { status: "loading" }
  | { status: "failed"; error: Error; retry: () => void }
  | { status: "signedOut"; config: PublicConfig; reason: SessionError | null }
  | { status: "signedIn"; config: PublicConfig; user: SessionUser };

const sessionPath = "/api/session";
/** A token that lives shorter than this is not handed out. */
const tokenMarginMs = 30_000;
const refreshBeforeEndMs = 60_000;
const shortestRefreshMs = 10_000;

const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => readSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: 1,
  retryDelay: 1_000,
  // Without a network the call must fail and say so, not wait.
  networkMode: "always",
});

/** Waits until it is known who is signed in; null: nobody, or it could not be found out. */
export async function loadUser(): Promise<SessionUser | null> {
  const session = await queryClient.fetchQuery(sessionQuery).catch(() => null);
  return session && !session.error ? session.user : null;
}

/** Who is signed in. The components that use it are drawn again when that changes. */
export function useSession(): SessionState {
  const { data, error, refetch } = useQuery(sessionQuery);
  if (data) return stateOf(data);
  if (error) return { status: "failed", error, retry: () => void refetch() };
  return { status: "loading" };
}

/** Keeps the session fresh while its component is mounted: before the token ends, when the tab is looked at, when back online. */
export function useSessionUpkeep(): void {
  useQuery({
    ...sessionQuery,
    refetchInterval: ({ state: { data } }) => (data?.accessToken ? timeToRefresh(data) : false),
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
  });
}

/** Asks the server again who is signed in, as after a reply that says nobody is. */
export async function refreshSession(): Promise<void> {
  await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey }, { cancelRefetch: false });
}

/**
 * An access token good for 30 s or more. `refused`: one that the server did not take, whatever this browser's clock says of it. Throws
 * CallError when it cannot be had, with code `unauthenticated` when nobody is signed in.
 */
export async function accessToken(refused?: string): Promise<string> {
  const known = queryClient.getQueryData(sessionQuery.queryKey);
  const isFresh = known?.accessToken && known.tokenEndsAtMs - Date.now() >= tokenMarginMs;
  const isGood = isFresh && known.accessToken !== refused;
  const session = isGood ? known : await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (session.accessToken && !session.error) return session.accessToken;
  throw new CallError("You are signed out.", { code: "unauthenticated", status: 401 });
}

/** Signs out here and at the identity provider; leaves the page. Throws CallError when the server could not be told. */
export async function signOut(): Promise<void> {
  const reply: unknown = await request("/auth/signout", { method: "POST" });
  const hasLocation = typeof reply === "object" && reply !== null && "location" in reply;
  location.assign(hasLocation && typeof reply.location === "string" ? reply.location : "/");
}

function stateOf(session: Session): SessionState {
  const { user, config, error } = session;
  return user && !error ? { status: "signedIn", config, user } : { status: "signedOut", config, reason: error ?? null };
}

function timeToRefresh(session: Session): number {
  return Math.max(session.tokenEndsAtMs - Date.now() - refreshBeforeEndMs, shortestRefreshMs);
}

async function readSession(signal: AbortSignal): Promise<Session> {
  const before = queryClient.getQueryData(sessionQuery.queryKey);
  const early = takeEarlySession();
  const startedAtMs = early?.startedAtMs ?? Date.now();
  // The server is ours: the reply has the shape of the contract.
  const { body, dateMs } = await requestWithDate(sessionPath, { signal }, early?.reply);
  const reply = body as SessionResponse;
  if (before?.user && before.user.id !== reply.user?.id) forgetEverythingBut(sessionQuery.queryKey[0]);
  // The token's end is told on the server's clock; this browser's may be minutes off.
  const lifetimeMs = reply.expiresAt ? Date.parse(reply.expiresAt) - (dateMs ?? startedAtMs) : 0;
  return { ...reply, tokenEndsAtMs: startedAtMs + lifetimeMs };
}

interface EarlySession {
  reply: Promise<Response>;
  /** On this browser's clock, in ms since the epoch. */
  startedAtMs: number;
}

/** The request that public/session.js made before this code was there. It serves once; null in its place keeps the script from another. */
function takeEarlySession(): EarlySession | null {
  const early: unknown = Reflect.get(globalThis, "earlySession");
  Reflect.set(globalThis, "earlySession", null);
  if (typeof early !== "object" || early === null || !("reply" in early && "startedAtMs" in early)) return null;
  const { reply, startedAtMs } = early;
  return reply instanceof Promise && typeof startedAtMs === "number" ? { reply, startedAtMs } : null;
}

/** What one person's calls gave must not be shown to the next one. */
function forgetEverythingBut(kept: unknown): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== kept });
}

async function request(path: string, init: RequestInit): Promise<unknown> {
  return (await requestWithDate(path, init)).body;
}

async function requestWithDate(
  path: string,
  init: RequestInit,
  early?: Promise<Response>,
): Promise<{ body: unknown; dateMs: number | null }> {
  const name = `${init.method ?? "GET"} - ${path}`;
  const headers = { [clientHeader.name]: clientHeader.value };
  const response = await (early ?? fetch(path, { ...init, headers, cache: "no-store" })).catch((cause: unknown) => {
    init.signal?.throwIfAborted();
    throw new CallError(`Network Error calling ${name}.`, { cause });
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    throw new CallError(`Error calling ${name}: ${statusPhrase(response.status)}.`, {
      ...readFailure(body),
      status: response.status,
    });
  }
  if (typeof body !== "object" || body === null) {
    throw new CallError(`Error parsing response from ${name}.`, { status: response.status });
  }
  const dateMs = Date.parse(response.headers.get("date") ?? "");
  return { body, dateMs: Number.isNaN(dateMs) ? null : dateMs };
}
