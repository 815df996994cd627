import { readFile } from "node:fs/promises";
import { clientHeader, type SessionResponse } from "@lectern/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { queryClient } from "../../lib/queryClient.ts";
import { continueAfterDisclosure, getAccessToken, loadUser, refreshSession, signOut } from "./session.ts";

const config = {
  productName: "Lectern",
  chatEndpoint: "/chat",
  policyUrl: null,
  contactEmail: null,
  supportEmail: null,
  version: "1",
  uploadMaxBytes: 1_000,
  uploadExtensions: null,
  recognizesText: false,
  locksWhileAnswering: false,
  logoUrl: null,
  accentColor: null,
  helpUrl: null,
  conditions: null,
  banner: null,
  starters: [],
  defaultStorage: null,
  promptCostAlert: null,
};
const person = (id: string) => ({ id, email: `${id}@uni.example`, name: id, isAdmin: false });

/** Fakes a server that sends these replies in order and then repeats the last one. Returns the called URLs. */
function replyWith(...replies: (() => Response)[]) {
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (url: unknown) => {
    const reply = replies[Math.min(calls.length, replies.length - 1)];
    calls.push(String(url));
    return reply?.() ?? Response.error();
  });
  return calls;
}

function createReply(
  token: string | null,
  secondsLeft: number,
  changes: Partial<SessionResponse> = {},
  clockOffsetMs = 0,
) {
  return () => {
    const nowMs = Date.now() + clockOffsetMs;
    const reply: SessionResponse = {
      user: token ? person("ada") : null,
      accessToken: token,
      expiresAt: token ? new Date(nowMs + secondsLeft * 1_000).toISOString() : null,
      lastEventId: null,
      config,
      ...changes,
    };
    return Response.json(reply, { headers: { date: new Date(nowMs).toUTCString() } });
  };
}

beforeEach(() => queryClient.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the session reply requested before the app was loaded", () => {
  afterEach(() => Reflect.deleteProperty(globalThis, "earlySession"));

  const createEarlySession = (reply: Promise<Response>, startedAtMs = Date.now()) => ({ reply, startedAtMs });
  const readScript = () => readFile(new URL("../../../public/session.js", import.meta.url), "utf8");

  test("is used once", async () => {
    const calls = replyWith(createReply("later", 600));
    Object.assign(globalThis, { earlySession: createEarlySession(Promise.resolve(createReply("early", 600)())) });
    expect(await getAccessToken("ada")).toBe("early");
    expect(calls).toEqual([]);
    queryClient.clear();
    expect(await getAccessToken("ada")).toBe("later");
    expect(calls).toEqual(["/api/session"]);
  });

  test("may fail like any other, and the next attempt sends a new request", async () => {
    replyWith(createReply("later", 600));
    Object.assign(globalThis, { earlySession: createEarlySession(Promise.reject(new TypeError("no network"))) });
    const user = loadUser();
    expect(await user).toMatchObject({ id: "ada" });
    expect(await getAccessToken("ada")).toBe("later");
  });

  test("is not requested if the app has already requested the session, because it would be stale when used", async () => {
    const script = new Function(await readScript());
    const calls = replyWith(createReply("first", 20), createReply("second", 600));
    expect(await getAccessToken("ada")).toBe("first");
    script();
    expect(calls).toHaveLength(1);
    expect(await getAccessToken("ada")).toBe("second");
    expect(calls).toHaveLength(2);
  });

  test("is requested once if the script runs first, and the token's lifetime counts from then", async () => {
    const script = new Function(await readScript());
    const calls = replyWith(createReply("early", 600), createReply("later", 600));
    vi.setSystemTime("2026-11-21T10:00:00.000Z");
    script();
    vi.setSystemTime("2026-11-21T10:09:45.000Z");
    // The token has 15 seconds left, less than the required 30.
    expect(await getAccessToken("ada")).toBe("early");
    expect(await getAccessToken("ada")).toBe("later");
    expect(calls).toHaveLength(2);
  });

  test("is requested with the app's client header", async () => {
    const script = new Function(await readScript());
    const request = vi.fn(async () => createReply("t", 600)());
    vi.stubGlobal("fetch", request);
    script();
    expect(request.mock.calls).toEqual([
      ["/api/session", { headers: { [clientHeader.name]: clientHeader.value }, cache: "no-store" }],
    ]);
  });
});

describe("the access token", () => {
  test("[A6.12] [C6.01] is read from the session once while it is valid", async () => {
    const calls = replyWith(createReply("t1", 600));
    expect(await getAccessToken("ada")).toBe("t1");
    expect(await getAccessToken("ada")).toBe("t1");
    expect(calls).toEqual(["/api/session"]);
  });

  test("is fetched again when it expires within 30 seconds", async () => {
    const calls = replyWith(createReply("t1", 20), createReply("t2", 600));
    expect(await getAccessToken("ada")).toBe("t1");
    expect(await getAccessToken("ada")).toBe("t2");
    expect(calls).toHaveLength(2);
  });

  test("is fetched once for concurrent callers", async () => {
    const calls = replyWith(createReply("t1", 600));
    expect(await Promise.all([getAccessToken("ada"), getAccessToken("ada"), getAccessToken("ada")])).toEqual([
      "t1",
      "t1",
      "t1",
    ]);
    expect(calls).toHaveLength(1);
  });

  test("is valid for as long as the server says, even if this browser's clock is wrong", async () => {
    const calls = replyWith(createReply("t1", 600, {}, -3_600_000));
    await getAccessToken("ada");
    await getAccessToken("ada");
    expect(calls).toHaveLength(1);
  });

  test("is not returned again after the server rejected it, even if it has not expired", async () => {
    const calls = replyWith(createReply("t1", 600), createReply("t2", 600));
    expect(await getAccessToken("ada")).toBe("t1");
    expect(await getAccessToken("ada", "t1")).toBe("t2");
    expect(await getAccessToken("ada", "t1")).toBe("t2");
    expect(calls).toHaveLength(2);
  });

  test("[A6.12] [C6.01] is not available if nobody is signed in", async () => {
    replyWith(createReply(null, 0));
    await expect(getAccessToken("ada")).rejects.toMatchObject({ code: "unauthenticated", status: 401 });
  });

  test("is not that of the next person who signs in on the same computer", async () => {
    replyWith(createReply("t1", 600), createReply("t2", 600, { user: person("bob") }));
    expect(await getAccessToken("ada")).toBe("t1");
    await expect(getAccessToken("ada", "t1")).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await getAccessToken("bob")).toBe("t2");
  });

  test("[A4.20] is not returned once the session has an error", async () => {
    replyWith(createReply("t1", 600, { error: "RefreshAccessTokenError" }));
    await expect(getAccessToken("ada")).rejects.toMatchObject({ code: "unauthenticated" });
  });
});

test("cached data is removed when another person signs in", async () => {
  replyWith(createReply("t1", 600), createReply("t2", 600, { user: person("bob") }));
  await getAccessToken("ada");
  queryClient.setQueryData(["conversations"], ["of Ada"]);
  await refreshSession();
  expect(queryClient.getQueryData(["conversations"])).toBeUndefined();
});

test("[A4.21] sign-out requests the provider's sign-out URL and navigates to it", async () => {
  const visitedUrls: string[] = [];
  vi.stubGlobal("location", { assign: (url: string) => visitedUrls.push(url) });
  const calls = replyWith(() => Response.json({ location: "https://id.uni.example/logout?client_id=lectern" }));
  await signOut();
  expect(calls).toEqual(["/auth/signout"]);
  expect(visitedUrls).toEqual(["https://id.uni.example/logout?client_id=lectern"]);
});

test("a sign-out that the server does not confirm fails and stays on the page", async () => {
  vi.stubGlobal("location", { assign: () => expect.unreachable("the page must stay") });
  replyWith(() => Response.json({ success: false, message: "Not now." }, { status: 503 }));
  await expect(signOut()).rejects.toMatchObject({
    message: "Error calling POST - /auth/signout: Service Unavailable.",
    reason: "Not now.",
  });
});

test("[G8.02] a sign-out whose response cannot be parsed or does not arrive says so", async () => {
  vi.stubGlobal("location", { assign: () => expect.unreachable("the page must stay") });
  replyWith(() => new Response("<html>"));
  await expect(signOut()).rejects.toMatchObject({ message: "Error parsing response from POST - /auth/signout." });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  await expect(signOut()).rejects.toMatchObject({ message: "Network Error calling POST - /auth/signout." });
});

test("after the disclosure is accepted, everything is read again except what is being edited", async () => {
  replyWith(createReply("t", 60));
  await loadUser();
  await queryClient.fetchQuery({ queryKey: ["shown"], queryFn: () => 1 });
  await queryClient.fetchQuery({ queryKey: ["edited"], queryFn: () => 1, meta: { isBeingEdited: true } });
  await continueAfterDisclosure();
  const isInvalidated = (name: string) => queryClient.getQueryState([name])?.isInvalidated;
  expect([isInvalidated("shown"), isInvalidated("edited")]).toEqual([true, false]);
});
