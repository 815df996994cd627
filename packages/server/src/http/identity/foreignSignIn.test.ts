import { clientHeader, type SessionResponse } from "@lectern/contract";
import { afterAll, describe, expect, test } from "vitest";
import { checkAccessToken, sessionCookieName } from "../../modules/identity/service.ts";
import { createTestApp, type TestApp } from "../../testing/createTestApp.ts";
import { createManualClock, type ManualClock } from "../../testing/manualClock.ts";
import { startTestIdentityProvider, type TestIdentityProvider } from "../../testing/startTestIdentityProvider.ts";
import { createTestBrowser, type TestBrowser } from "../../testing/testBrowser.ts";

const origin = "http://localhost";
const ownClientHeaders = { [clientHeader.name]: clientHeader.value };
const hourMs = 3_600_000;

interface University extends TestApp {
  provider: TestIdentityProvider;
  clock: ManualClock;
  browser: TestBrowser;
}

const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** Starts a provider and a server that uses it. They are closed after the last test. */
async function startUniversity(environment: Record<string, string> = {}): Promise<University> {
  const provider = await startTestIdentityProvider(origin);
  closers.push(() => provider.close());
  const clock = createManualClock();
  const testApp = await createTestApp({ clock, environment: { ...provider.environment, ...environment } });
  closers.push(() => testApp.close());
  return { ...testApp, provider, clock, browser: createTestBrowser(testApp.app, origin) };
}

const sharedUniversity = await startUniversity();

/** The server and the provider that most tests share, with a new browser. */
function useSharedUniversity(): University {
  sharedUniversity.provider.refreshCount = 0;
  return { ...sharedUniversity, browser: createTestBrowser(sharedUniversity.app, origin) };
}

async function getSession(browser: TestBrowser): Promise<SessionResponse> {
  const reply = await browser.call("GET", "/api/session", ownClientHeaders);
  expect(reply.status).toBe(200);
  return JSON.parse(reply.body);
}

/** Signs in at the provider and returns the URL of the callback without visiting it. */
async function signInUntilCallback(browser: TestBrowser, start = "/auth/signin"): Promise<URL> {
  const { url } = await browser.visit(start, { until: ({ pathname }) => pathname === "/auth/callback" });
  return url;
}

describe("the institution's provider", () => {
  test("[A1.04] [C1.01] signs people in with the identity that it provides", async () => {
    const { browser } = useSharedUniversity();
    expect((await browser.visit("/auth/signin?returnTo=/")).url.href).toBe(`${origin}/`);
    expect((await getSession(browser)).user).toMatchObject({
      email: "ada@university.test",
      name: "Ada Lovelace",
      isAdmin: false,
    });
  });

  test("makes people listed in ADMINS administrators, but not with an unverified email address", async () => {
    const { browser, provider, app } = await startUniversity({ ADMINS: "ada@university.test" });
    await browser.visit("/auth/signin");
    expect((await getSession(browser)).user?.isAdmin).toBe(true);
    provider.person = { sub: "666", email: "ada@university.test", email_verified: false, name: "Not Ada" };
    const otherBrowser = createTestBrowser(app, origin);
    await otherBrowser.visit("/auth/signin");
    const { user } = await getSession(otherBrowser);
    expect(user).toMatchObject({ email: "ada@university.test", isAdmin: false });
    expect(user?.id).not.toBe((await getSession(browser)).user?.id);
  });

  test("is believed about a person's email address only if it says that it is verified, unless it is trusted", async () => {
    const claims = [
      { claim: true, expected: { off: true, on: true } },
      { claim: "true", expected: { off: true, on: true } },
      { claim: false, expected: { off: false, on: false } },
      { claim: "false", expected: { off: false, on: false } },
      { claim: null, expected: { off: false, on: true } },
      { claim: undefined, expected: { off: false, on: true } },
    ];
    for (const trust of ["off", "on"] as const) {
      const { provider, platform, app } = await startUniversity({ OIDC_TRUST_EMAIL: trust });
      for (const [index, { claim, expected }] of claims.entries()) {
        const email = `person${index}@university.test`;
        provider.person = { sub: `${index}`, email, email_verified: claim, name: "Person" };
        await createTestBrowser(app, origin).visit("/auth/signin");
        const { email_verified } = await platform.db
          .selectFrom("users")
          .select("email_verified")
          .where("email", "=", email)
          .executeTakeFirstOrThrow();
        expect(email_verified, `${claim} with ${trust}`).toBe(expected[trust]);
      }
    }
  });

  test("is contacted again at the next sign-in if it could not be reached, which a page reports; a sign-out works without it", async () => {
    const { browser, provider } = await startUniversity();
    await provider.goOffline();
    const out = await browser.call("POST", "/auth/signout", ownClientHeaders);
    expect(JSON.parse(out.body)).toEqual({ location: "/" });
    const page = await browser.visit("/auth/signin");
    expect(page.status).toBe(502);
    expect(page.body).toContain("couldn’t be reached");
    await provider.goOnline();
    await browser.visit("/auth/signin");
    expect((await getSession(browser)).user?.email).toBe("ada@university.test");
  });

  test("[A4.21] is notified of a sign-out, with client id and return URL, and accepts them", async () => {
    const { browser, provider } = useSharedUniversity();
    await browser.visit("/auth/signin");
    const out = await browser.call("POST", "/auth/signout", ownClientHeaders);
    const location = new URL(JSON.parse(out.body).location);
    expect(location.origin).toBe(provider.issuer);
    expect(location.searchParams.get("client_id")).toBe(provider.environment.OIDC_CLIENT_ID);
    expect(location.searchParams.get("post_logout_redirect_uri")).toBe(`${origin}/`);
    expect(location.searchParams.get("id_token_hint")).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(await browser.visit(location.href)).toMatchObject({ status: 200, body: "sign out?" });
    expect((await getSession(browser)).user).toBeNull();
  });

  test("[A4.21] is notified of a sign-out even if the session has ended", async () => {
    const { browser, provider } = useSharedUniversity();
    const afterEnd = JSON.parse((await browser.call("POST", "/auth/signout", ownClientHeaders)).body);
    const { origin: providerOrigin, searchParams } = new URL(afterEnd.location);
    expect(providerOrigin).toBe(provider.issuer);
    expect(searchParams.get("client_id")).toBe(provider.environment.OIDC_CLIENT_ID);
    expect(searchParams.get("post_logout_redirect_uri")).toBe(`${origin}/`);
  });
});

test("a blocked person is told so on a page, and gets no session", async () => {
  const { app, browser, platform } = await startUniversity({ CONTACT_EMAIL: "help@university.test" });
  await browser.visit("/auth/signin");
  await platform.db.updateTable("users").set({ blocked_at: new Date() }).where("subject", "=", "1815").execute();
  await platform.db.deleteFrom("sessions").execute();
  const nextBrowser = createTestBrowser(app, origin);
  const page = await nextBrowser.visit("/auth/signin");
  expect(page.status).toBe(403);
  expect(page.body).toContain(
    "Your account has been blocked. Please contact the administrators of your institution at help@university.test.",
  );
  expect(nextBrowser.cookie(sessionCookieName)).toBeUndefined();
  expect(await platform.db.selectFrom("sessions").select("id").execute()).toEqual([]);
});

describe("an invalid callback", () => {
  async function expectRejected(browser: TestBrowser, url: URL): Promise<void> {
    const page = await browser.visit(url.href);
    expect(page.status).toBe(400);
    expect(page.body).toContain('href="/auth/signin"');
    expect(page.body).toContain(page.headers.get("x-request-id") ?? "no id");
    expect(page.body).not.toMatch(/\bat \S+:\d+/);
    expect(browser.cookie(sessionCookieName)).toBeUndefined();
  }

  test("with a wrong state is rejected", async () => {
    const { browser } = useSharedUniversity();
    const url = await signInUntilCallback(browser);
    url.searchParams.set("state", "another");
    await expectRejected(browser, url);
  });

  test("with the code of another attempt is rejected", async () => {
    const { browser } = useSharedUniversity();
    const firstUrl = await signInUntilCallback(browser);
    const secondUrl = await signInUntilCallback(browser);
    secondUrl.searchParams.set("code", firstUrl.searchParams.get("code") ?? "");
    await expectRejected(browser, secondUrl);
  });

  test("with an ID token for another nonce is rejected", async () => {
    const { browser } = useSharedUniversity();
    let authorizationUrl = new URL(origin);
    await browser.visit("/auth/signin", {
      until: (url) => {
        authorizationUrl = url;
        return true;
      },
    });
    authorizationUrl.searchParams.set("nonce", "another");
    await expectRejected(browser, await signInUntilCallback(browser, authorizationUrl.href));
  });

  test("from another issuer is rejected", async () => {
    const { browser } = useSharedUniversity();
    const url = await signInUntilCallback(browser);
    url.searchParams.set("iss", "https://attacker.test");
    await expectRejected(browser, url);
  });

  test("in another browser than the one that started the sign-in is rejected", async () => {
    const { app, browser } = useSharedUniversity();
    const url = await signInUntilCallback(browser);
    await expectRejected(createTestBrowser(app, origin), url);
  });

  test("is rejected the second time, even from a browser that kept its cookies", async () => {
    const { app, browser } = useSharedUniversity();
    const url = await signInUntilCallback(browser);
    const cookies = browser.cookieNames().map((name) => [name, browser.cookie(name) ?? ""] as const);
    await browser.visit(url.href);
    expect((await getSession(browser)).user?.email).toBe("ada@university.test");
    const replayingBrowser = createTestBrowser(app, origin);
    for (const [name, value] of cookies) replayingBrowser.setCookie(name, value);
    await expectRejected(replayingBrowser, url);
    expect((await browser.visit(url.href)).status).toBe(400);
  });

  test("after more than 10 minutes is rejected", async () => {
    const { browser, clock } = useSharedUniversity();
    const url = await signInUntilCallback(browser);
    clock.advance(600_000);
    await expectRejected(browser, url);
  });

  test("with an error from the provider is shown as a rejected sign-in", async () => {
    const { browser } = useSharedUniversity();
    const url = await signInUntilCallback(browser);
    url.searchParams.delete("code");
    url.searchParams.set("error", "access_denied");
    const page = await browser.visit(url.href);
    expect(page.status).toBe(403);
    expect(page.body).toContain("didn’t sign you in");
  });
});

describe("refreshing the provider's tokens", () => {
  test("happens each time they expire, with the latest refresh token", async () => {
    const { browser, provider, clock } = useSharedUniversity();
    await browser.visit("/auth/signin");
    await getSession(browser);
    expect(provider.refreshCount).toBe(0);
    for (let round = 1; round <= 3; round += 1) {
      clock.advance(hourMs);
      expect((await getSession(browser)).user?.email).toBe("ada@university.test");
      await getSession(browser);
      expect(provider.refreshCount).toBe(round);
    }
  });

  test("stores the address that the provider returns, and takes it over from another account", async () => {
    const { browser, provider, clock, platform, app } = await startUniversity({ ADMINS: "countess@university.test" });
    provider.person = { sub: "1852", email: "countess@university.test", email_verified: true, name: "Another" };
    const otherBrowser = createTestBrowser(app, origin);
    await otherBrowser.visit("/auth/signin");
    expect((await getSession(otherBrowser)).user?.isAdmin).toBe(true);

    provider.person = { sub: "1815", email: "ada@university.test", email_verified: true, name: "Ada Lovelace" };
    await browser.visit("/auth/signin");
    const userBefore = (await getSession(browser)).user;
    provider.person = { sub: "1815", email: "Countess@University.test", email_verified: true, name: "Ada King" };
    expect((await getSession(browser)).user).toEqual(userBefore);
    clock.advance(hourMs);
    expect((await getSession(browser)).user).toEqual({
      id: userBefore?.id,
      email: "countess@university.test",
      name: "Ada King",
      isAdmin: true,
    });
    const verifiedIds = await platform.db.selectFrom("users").select("id").where("email_verified", "=", true).execute();
    expect(verifiedIds).toEqual([{ id: userBefore?.id }]);
  });

  test("happens once for concurrent calls", async () => {
    const { browser, provider, clock } = useSharedUniversity();
    await browser.visit("/auth/signin");
    clock.advance(hourMs);
    const replies = await Promise.all(Array.from({ length: 10 }, () => getSession(browser)));
    expect(replies.every(({ user }) => user !== null)).toBe(true);
    expect(provider.refreshCount).toBe(1);
  });

  test("[A4.20] ends the session with RefreshAccessTokenError if it is rejected, and invalidates the access token", async () => {
    const { browser, platform, provider, clock } = useSharedUniversity();
    await browser.visit("/auth/signin");
    clock.advance(hourMs - 60_000);
    const token = (await getSession(browser)).accessToken ?? "";
    expect(await checkAccessToken(platform, token)).toMatchObject({ email: "ada@university.test" });
    provider.forget();
    clock.advance(60_000);
    const endedSession = { user: null, accessToken: null, error: "RefreshAccessTokenError" };
    expect(await getSession(browser)).toMatchObject(endedSession);
    expect(await getSession(browser)).toMatchObject(endedSession);
    expect(await checkAccessToken(platform, token)).toBeNull();

    // A sign-out clears the error, and signing in again works.
    await browser.call("POST", "/auth/signout", ownClientHeaders);
    expect(await getSession(browser)).not.toHaveProperty("error");
    await browser.visit("/auth/signin");
    expect((await getSession(browser)).user?.email).toBe("ada@university.test");
  });

  test("keeps the session if the provider cannot be reached, and is retried after 30 seconds", async () => {
    const { browser, provider, clock } = useSharedUniversity();
    await browser.visit("/auth/signin");
    clock.advance(hourMs);
    await provider.goOffline();
    expect((await getSession(browser)).user?.email).toBe("ada@university.test");
    await provider.goOnline();
    expect((await getSession(browser)).user?.email).toBe("ada@university.test");
    expect(provider.refreshCount).toBe(0);
    clock.advance(30_000);
    expect((await getSession(browser)).user?.email).toBe("ada@university.test");
    expect(provider.refreshCount).toBe(1);
  });

  test("stores the provider's tokens sealed", async () => {
    const { browser, platform } = useSharedUniversity();
    await browser.visit("/auth/signin");
    const rows = await platform.db
      .selectFrom("sessions")
      .select("provider_tokens")
      .where("provider_tokens", "is not", null)
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const { provider_tokens } of rows) {
      expect(provider_tokens).toMatch(/^v1\.[\w-]+$/);
      const tokens = JSON.parse(platform.secrets.open("providerTokens", provider_tokens ?? ""));
      expect(tokens).toEqual({ idToken: expect.any(String), refreshToken: expect.any(String) });
    }
  });
});
