import { readFile } from "node:fs/promises";
import { clientHeader, type SessionResponse } from "@lectern/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { queryClient } from "../../lib/queryClient.ts";
import { accessToken, loadUser, refreshSession, signOut } from "./session.ts";

const config = {
  productName: "Lectern",
  chatEndpoint: "/chat",
  policyUrl: null,
  contactEmail: null,
  supportEmail: null,
  version: "1",
  uploadMaxBytes: 1_000,
};
const person = (id: string) => ({ id, email: `${id}@uni.example`, name: id, isAdmin: false });

/** Answers the calls in turn, the last answer again and again. Gives the addresses that were called. */
function answerWith(...answers: (() => Response)[]) {
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (url: unknown) => {
    const answer = answers[Math.min(calls.length, answers.length - 1)];
    calls.push(String(url));
    return answer?.() ?? Response.error();
  });
  return calls;
}

function session(token: string | null, secondsLeft: number, changes: Partial<SessionResponse> = {}, clockOffsetMs = 0) {
  return () => {
    const nowMs = Date.now() + clockOffsetMs;
    const reply: SessionResponse = {
      user: token ? person("ada") : null,
      accessToken: token,
      expiresAt: token ? new Date(nowMs + secondsLeft * 1_000).toISOString() : null,
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

describe("the reply that was asked for before the application was there", () => {
  afterEach(() => Reflect.deleteProperty(globalThis, "earlySession"));

  const early = (reply: Promise<Response>, startedAtMs = Date.now()) => ({ reply, startedAtMs });
  const scriptText = () => readFile(new URL("../../../public/session.js", import.meta.url), "utf8");

  test("is taken, once", async () => {
    const calls = answerWith(session("later", 600));
    Object.assign(globalThis, { earlySession: early(Promise.resolve(session("early", 600)())) });
    expect(await accessToken()).toBe("early");
    expect(calls).toEqual([]);
    queryClient.clear();
    expect(await accessToken()).toBe("later");
    expect(calls).toEqual(["/api/session"]);
  });

  test("that failed is a failure like any other, and the next try asks again", async () => {
    answerWith(session("later", 600));
    Object.assign(globalThis, { earlySession: early(Promise.reject(new TypeError("no network"))) });
    const user = loadUser();
    expect(await user).toMatchObject({ id: "ada" });
    expect(await accessToken()).toBe("later");
  });

  test("is not asked for by a script that comes after the application has asked: what it gets would be old when it is taken", async () => {
    const script = new Function(await scriptText());
    const calls = answerWith(session("first", 20), session("second", 600));
    expect(await accessToken()).toBe("first");
    script();
    expect(calls).toHaveLength(1);
    expect(await accessToken()).toBe("second");
    expect(calls).toHaveLength(2);
  });

  test("is asked for once by a script that comes first, and its token's life counts from then", async () => {
    const script = new Function(await scriptText());
    const calls = answerWith(session("early", 600), session("later", 600));
    vi.setSystemTime("2026-11-21T10:00:00.000Z");
    script();
    vi.setSystemTime("2026-11-21T10:09:45.000Z");
    // It has 15 seconds left, and fewer than 30 are too few.
    expect(await accessToken()).toBe("early");
    expect(await accessToken()).toBe("later");
    expect(calls).toHaveLength(2);
  });

  test("is asked for with the header that this code sends", async () => {
    expect(await scriptText()).toContain(`"${clientHeader.name}": "${clientHeader.value}"`);
  });
});

describe("the access token", () => {
  test("[A6.12] is read from the session, once as long as it is good", async () => {
    const calls = answerWith(session("t1", 600));
    expect(await accessToken()).toBe("t1");
    expect(await accessToken()).toBe("t1");
    expect(calls).toEqual(["/api/session"]);
  });

  test("is fetched again when it ends within 30 seconds", async () => {
    const calls = answerWith(session("t1", 20), session("t2", 600));
    expect(await accessToken()).toBe("t1");
    expect(await accessToken()).toBe("t2");
    expect(calls).toHaveLength(2);
  });

  test("is fetched once for all who ask at the same time", async () => {
    const calls = answerWith(session("t1", 600));
    expect(await Promise.all([accessToken(), accessToken(), accessToken()])).toEqual(["t1", "t1", "t1"]);
    expect(calls).toHaveLength(1);
  });

  test("is good for as long as the server says, however wrong this browser's clock is", async () => {
    const calls = answerWith(session("t1", 600, {}, -3_600_000));
    await accessToken();
    await accessToken();
    expect(calls).toHaveLength(1);
  });

  test("that the server refused is not handed out again, however long it should have been good", async () => {
    const calls = answerWith(session("t1", 600), session("t2", 600));
    expect(await accessToken()).toBe("t1");
    expect(await accessToken("t1")).toBe("t2");
    expect(await accessToken("t1")).toBe("t2");
    expect(calls).toHaveLength(2);
  });

  test("cannot be had when nobody is signed in", async () => {
    answerWith(session(null, 0));
    await expect(accessToken()).rejects.toMatchObject({ code: "unauthenticated", status: 401 });
  });

  test("is not handed out once the session has an error", async () => {
    answerWith(session("t1", 600, { error: "RefreshAccessTokenError" }));
    await expect(accessToken()).rejects.toMatchObject({ code: "unauthenticated" });
  });
});

test("what one person's calls gave is forgotten when another person is signed in", async () => {
  answerWith(session("t1", 600), session("t2", 600, { user: person("bob") }));
  await accessToken();
  queryClient.setQueryData(["conversations"], ["of Ada"]);
  await refreshSession();
  expect(queryClient.getQueryData(["conversations"])).toBeUndefined();
});

test("sign-out asks the server where the provider signs out, and goes there", async () => {
  const gone: string[] = [];
  vi.stubGlobal("location", { assign: (address: string) => gone.push(address) });
  const calls = answerWith(() => Response.json({ location: "https://id.uni.example/logout?client_id=lectern" }));
  await signOut();
  expect(calls).toEqual(["/auth/signout"]);
  expect(gone).toEqual(["https://id.uni.example/logout?client_id=lectern"]);
});

test("a sign-out that the server did not confirm stays on the page and fails", async () => {
  vi.stubGlobal("location", { assign: () => expect.unreachable("the page must stay") });
  answerWith(() => Response.json({ success: false, message: "Not now." }, { status: 503 }));
  await expect(signOut()).rejects.toMatchObject({
    message: "Error calling POST - /auth/signout: Service Unavailable.",
    reason: "Not now.",
  });
});
