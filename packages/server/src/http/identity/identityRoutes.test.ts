import { clientHeader, type SessionResponse } from "@lectern/contract";
import { afterAll, describe, expect, test } from "vitest";
import { createSession, sessionCookieName } from "../../modules/identity/service.ts";
import { createTestApp, type TestApp } from "../../testing/createTestApp.ts";
import { createTestBrowser, type TestBrowser, type VisitedPage } from "../../testing/testBrowser.ts";
import { toReturnPath } from "./signInRoutes.ts";

const origin = "http://localhost";
const ownClientHeaders = { [clientHeader.name]: clientHeader.value };

const openApps: TestApp[] = [];
afterAll(async () => {
  for (const app of openApps) await app.close();
});

/** Starts a server, which is closed after the last test. */
async function startApp(environment: Record<string, string> = {}): Promise<TestApp> {
  const app = await createTestApp({ environment });
  openApps.push(app);
  return app;
}

/** The server that most tests share. */
const sharedApp = await startApp({
  PRODUCT_NAME: "Reading & Room",
  POLICY_URL: "https://university.test/policy",
  CONTACT_EMAIL: "help@university.test",
  SUPPORT_EMAIL: "support@university.test",
});
const secureOrigin = "https://chat.university.test";
const secureApp = await startApp({ PUBLIC_URL: secureOrigin, EMBEDDED_SIGN_IN: "anywhere" });

async function getSession(browser: TestBrowser): Promise<SessionResponse> {
  const reply = await browser.call("GET", "/api/session", ownClientHeaders);
  expect(reply.status).toBe(200);
  return JSON.parse(reply.body);
}

/** Calls the proxy with the browser's cookie. Returns the status: 401 without a session. */
async function callProxy(browser: TestBrowser): Promise<number> {
  return (await browser.call("POST", "/api/requestOp", ownClientHeaders)).status;
}

/** Fills in and submits the form of the sign-in page. */
function submit(browser: TestBrowser, page: VisitedPage, email: string): Promise<VisitedPage> {
  const action = /<form method="post" action="([^"]+)"/.exec(page.body)?.[1];
  if (action === undefined) throw new Error(`no form at ${page.url}: ${page.body}`);
  return browser.visit(action, { form: { email } });
}

async function signIn(browser: TestBrowser, email: string): Promise<VisitedPage> {
  return submit(browser, await browser.visit("/auth/signin?returnTo=/"), email);
}

describe("the embedded sign-in", () => {
  test("[A6.12] [A7.62] [C7.03] a person signs in with an email address and gets a session with an access token; the same address is the same person in any case and at any local origin; only the first is administrator", async () => {
    const { app } = await startApp();
    const browser = createTestBrowser(app, origin);
    expect(await getSession(browser)).toMatchObject({ user: null, accessToken: null });
    const returnPage = await signIn(browser, "Ada.Lovelace@university.test");
    expect(returnPage.url.href).toBe(`${origin}/`);
    const reply = await getSession(browser);
    expect(reply.user).toMatchObject({ email: "ada.lovelace@university.test", name: "Ada Lovelace", isAdmin: true });
    expect(reply.accessToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const lifetimeMs = Date.parse(reply.expiresAt ?? "") - Date.now();
    expect(lifetimeMs).toBeGreaterThan(590_000);
    expect(lifetimeMs).toBeLessThanOrEqual(600_000);

    const ids = [reply.user?.id];
    for (const [url, email] of [
      ["http://127.0.0.1:3000", "ADA.Lovelace@University.test"],
      ["http://localhost", "grace@university.test"],
    ] as const) {
      const otherBrowser = createTestBrowser(app, url);
      await signIn(otherBrowser, email);
      const { user } = await getSession(otherBrowser);
      expect(user?.isAdmin).toBe(email !== "grace@university.test");
      ids.push(user?.id);
    }
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).not.toBe(ids[2]);
  });

  test("the sign-in page and the reason of a failure have the language that the person chose, else the browser's", async () => {
    const { app } = sharedApp;
    const browser = createTestBrowser(app, origin);
    expect((await browser.visit("/auth/signin")).body).toMatch(/<html lang="en" .*Sign in to Reading &#38; Room/s);
    const page = await browser.visit("/auth/signin?returnTo=/&ui_locales=de");
    expect(page.body).toMatch(/<html lang="de" .*Bei Reading &#38; Room anmelden.*E-Mail-Adresse.*kein Passwort/s);
    expect(page.body).not.toMatch(/Sign in|Email|password/);
    const rejected = await submit(browser, page, "nobody");
    expect(rejected.status).toBe(422);
    expect(rejected.body).toContain("Geben Sie eine E-Mail-Adresse ein");
    const returnPage = await submit(browser, rejected, "ada@university.test");
    expect(returnPage.url.href).toBe(`${origin}/`);

    const acceptLanguage = { "accept-language": "de-CH, en;q=0.5" };
    const failed = await browser.call("GET", "/auth/callback?state=unknown", acceptLanguage);
    expect(failed.body).toMatch(
      /<html lang="de" .*Die Anmeldung ist fehlgeschlagen.*nicht in diesem Browser begonnen/s,
    );
    for (const value of ["de%0Aevil", "<b>", "x".repeat(400)]) {
      const { url } = await browser.visit(`/auth/signin?ui_locales=${value}`, {
        until: ({ pathname }) => pathname.startsWith("/oidc"),
      });
      expect(url.searchParams.get("ui_locales")).toBeNull();
    }
  });

  test("[A4.21] [A6.12] after sign-out the session is invalid, and the next person in the same browser must sign in", async () => {
    const { app } = sharedApp;
    const browser = createTestBrowser(app, origin);
    await signIn(browser, "ada@university.test");
    const cookie = browser.cookie(sessionCookieName) ?? "";

    const out = await browser.call("POST", "/auth/signout", ownClientHeaders);
    expect(out.status).toBe(200);
    expect(browser.cookie(sessionCookieName)).toBeUndefined();
    const { location } = JSON.parse(out.body);
    const url = new URL(location);
    expect(url.pathname).toBe("/oidc/session/end");
    expect(url.searchParams.get("client_id")).toBe("lectern");
    expect(url.searchParams.get("post_logout_redirect_uri")).toBe(`${origin}/`);
    expect((await browser.visit(location)).url.href).toBe(`${origin}/`);

    browser.setCookie(sessionCookieName, cookie);
    expect(await getSession(browser)).toMatchObject({ user: null, accessToken: null });
    expect(await callProxy(browser)).toBe(401);
    const page = await browser.visit("/auth/signin?returnTo=/");
    expect(page.body).toContain('name="email"');
    expect(page.body).not.toContain("ada@university.test");
    await submit(browser, page, "grace@university.test");
    expect((await getSession(browser)).user?.email).toBe("grace@university.test");
  });

  test("the provider's signing keys are generated once for all processes and stored sealed", async () => {
    const { app, platform } = sharedApp;
    await createTestBrowser(app, origin).visit("/auth/signin");
    await createTestBrowser(app, "http://127.0.0.1").visit("/auth/signin");
    const rows = await platform.db.selectFrom("secrets").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.sealed).toMatch(/^v1\./);
  });
});

describe("the session endpoint", () => {
  test("accepts only our own client, and is never cached", async () => {
    const { app } = sharedApp;
    const browser = createTestBrowser(app, origin);
    await signIn(browser, "ada@university.test");
    const foreignHeaders: Record<string, string>[] = [
      {},
      { [clientHeader.name]: "x" },
      { ...ownClientHeaders, "sec-fetch-site": "cross-site" },
    ];
    for (const headers of foreignHeaders) {
      expect((await browser.call("GET", "/api/session", headers)).status).toBe(403);
      expect((await browser.call("POST", "/auth/signout", headers)).status).toBe(403);
    }
    const reply = await browser.call("GET", "/api/session", ownClientHeaders);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect((await getSession(browser)).user?.email).toBe("ada@university.test");
  });

  test("[A1.09] [A2.27] [C2.01] returns the sign-in page's configuration without a session, and no secrets", async () => {
    const { app } = sharedApp;
    const reply = await getSession(createTestBrowser(app, origin));
    expect(reply).toEqual({
      user: null,
      accessToken: null,
      expiresAt: null,
      lastEventId: null,
      config: {
        productName: "Reading & Room",
        chatEndpoint: "/chat",
        policyUrl: "https://university.test/policy",
        contactEmail: "help@university.test",
        supportEmail: "support@university.test",
        version: expect.any(String),
        uploadMaxBytes: 200_000_000,
        uploadExtensions: null,
        locksWhileAnswering: false,
        recognizesText: false,
        logoUrl: null,
        accentColor: null,
        helpUrl: null,
        conditions: null,
        banner: null,
        starters: [],
        defaultStorage: null,
        promptCostAlert: null,
      },
    });
  });

  test("[A4.20] [A6.12] names the reason for which a session has ended: after 30 days it has expired", async () => {
    const { app, platform } = sharedApp;
    const browser = createTestBrowser(app, origin);
    await signIn(browser, "month@university.test");
    const user = (await getSession(browser)).user;
    const past = new Date("2020-01-01T00:00:00Z");
    const sessionsOfUser = platform.db.updateTable("sessions").where("user_id", "=", user?.id ?? "");
    await sessionsOfUser.set({ expires_at: past }).execute();
    const endedSession = { user: null, accessToken: null };
    expect(await getSession(browser)).toMatchObject({ ...endedSession, error: "SessionExpiredError" });
    expect(await callProxy(browser)).toBe(401);
    const rejectedRow = { ended_at: past, provider_expires_at: past };
    await sessionsOfUser.set(rejectedRow).execute();
    expect(await getSession(browser)).toMatchObject({ ...endedSession, error: "RefreshAccessTokenError" });
  });

  test("is rejected under a foreign host name", async () => {
    const { app } = sharedApp;
    for (const url of ["http://attacker.test", "http://attacker.test:3000", "http://localhost.attacker.test"]) {
      const browser = createTestBrowser(app, url);
      expect((await browser.call("GET", "/api/session", ownClientHeaders)).status).toBe(400);
      expect((await browser.visit("/auth/signin")).status).toBe(400);
      expect((await browser.visit("/oidc/.well-known/openid-configuration")).status).toBe(400);
    }
  });
});

describe("sign-in at the provider", () => {
  test("the session cookie is httpOnly, lax and for the whole origin, and secure with https", async () => {
    for (const [url, { app }, isSecure] of [
      ["http://localhost", sharedApp, false],
      [secureOrigin, secureApp, true],
    ] as const) {
      const browser = createTestBrowser(app, url);
      const page = await browser.visit("/auth/signin");
      let callback = "";
      const action = /action="([^"]+)"/.exec(page.body)?.[1] ?? "";
      await browser.visit(action, {
        form: { email: "ada@university.test" },
        until: (url) => {
          if (url.pathname === "/auth/callback") callback = url.pathname + url.search;
          return callback !== "";
        },
      });
      const reply = await browser.call("GET", callback);
      const name = isSecure ? `__Host-${sessionCookieName}` : sessionCookieName;
      const line = reply.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`)) ?? "";
      expect(line).toContain("HttpOnly");
      expect(line).toContain("SameSite=Lax");
      expect(line).toContain("Path=/");
      expect(line.includes("Secure")).toBe(isSecure);
    }
  });

  test("with https, a session or sign-in cookie that another host of the domain has planted is ignored", async () => {
    const { app, platform } = secureApp;
    const identity = { issuer: "test", subject: "x", email: "planted@university.test", emailVerified: true, name: "X" };
    const { cookie } = await createSession(platform, identity, null);
    const browser = createTestBrowser(app, secureOrigin);
    browser.setCookie(sessionCookieName, cookie);
    expect((await getSession(browser)).user).toBeNull();
    browser.setCookie(`__Host-${sessionCookieName}`, cookie);
    expect((await getSession(browser)).user?.email).toBe("planted@university.test");
    await browser.visit("/auth/signin", { until: () => true });
    expect(browser.cookieNames().filter((name) => name.startsWith("lectern_signin_"))).toEqual([]);
    expect(browser.cookieNames().filter((name) => name.startsWith("__Host-lectern_signin_"))).toHaveLength(1);
  });

  test("two tabs can sign in at the same time", async () => {
    const { app } = sharedApp;
    const browser = createTestBrowser(app, origin);
    const first = await browser.visit("/auth/signin?returnTo=/?tab=1");
    const second = await browser.visit("/auth/signin?returnTo=/?tab=2");
    expect((await submit(browser, second, "ada@university.test")).url.search).toBe("?tab=2");
    expect((await submit(browser, first, "ada@university.test")).url.search).toBe("?tab=1");
  });

  test("a browser keeps at most 5 sign-in attempts", async () => {
    const { app } = sharedApp;
    const browser = createTestBrowser(app, origin);
    for (let count = 0; count < 12; count += 1) await browser.visit("/auth/signin", { until: () => true });
    expect(browser.cookieNames().filter((name) => name.startsWith("lectern_signin_"))).toHaveLength(5);
  });

  test("a sign-in ends the browser's previous session and creates a new one", async () => {
    const { app, platform } = sharedApp;
    const browser = createTestBrowser(app, origin);
    const identity = { issuer: "test", subject: "x", email: "planted@university.test", emailVerified: true, name: "X" };
    const { cookie } = await createSession(platform, identity, null);
    browser.setCookie(sessionCookieName, cookie);
    await signIn(browser, "ada@university.test");
    expect(browser.cookie(sessionCookieName)).not.toBe(cookie);
    expect((await getSession(browser)).user?.email).toBe("ada@university.test");
    browser.setCookie(sessionCookieName, cookie);
    expect((await getSession(browser)).user).toBeNull();
  });

  test.each([
    ["/", "/"],
    ["/?a=b", "/?a=b"],
    ["/#c=secret", "/"],
    [null, "/"],
    ["", "/"],
    ["https://attacker.test/", "/"],
    ["//attacker.test/", "/"],
    ["/\\attacker.test/", "/"],
    ["/\t/attacker.test/", "/"],
    ["/.//attacker.test", "/"],
    ["javascript:alert(1)", "/"],
    [`/${"x".repeat(600)}`, "/"],
  ])("returning to %j goes to %j", (returnTo, expected) => {
    expect(toReturnPath(returnTo)).toBe(expected);
  });
});

describe("the embedded provider's page", () => {
  test("rejects an invalid email address, keeps the input, and allows a correction", async () => {
    const { app } = sharedApp;
    const browser = createTestBrowser(app, origin);
    const page = await browser.visit("/auth/signin");
    for (const wrong of [
      "",
      "ada",
      "ada@university",
      "a b@university.test",
      '"><script>alert(1)</script>',
      "a@b.c\0",
    ]) {
      const repeatedPage = await submit(browser, page, wrong);
      expect(repeatedPage.status).toBe(422);
      expect(repeatedPage.body).toContain('role="alert"');
      expect(repeatedPage.body.match(/<script[^>]*>/g)).toEqual(['<script src="/scheme.js">']);
    }
    expect((await submit(browser, page, "ada@universty")).body).toContain('value="ada@universty"');
    expect((await submit(browser, page, "ada@university.test")).url.pathname).toBe("/");
  });

  test("has its own stylesheet and no script but the one that sets the theme, and explains that there is no password", async () => {
    const { app } = sharedApp;
    const browser = createTestBrowser(app, origin);
    const page = await browser.visit("/auth/signin");
    expect(page.body).toContain("<title>Reading &#38; Room</title>");
    expect(page.body).toContain("anyone who can reach this page can sign in as anyone");
    expect(page.body.match(/<script[^>]*>/g)).toEqual(['<script src="/scheme.js">']);
    expect(page.body).not.toMatch(/<style| style=| on\w+=/);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("font-src 'self'");
    expect(policy).not.toContain("unsafe");
    const stylesheet = /<link rel="stylesheet" href="([^"]+)">/.exec(page.body)?.[1] ?? "";
    const styles = await browser.visit(stylesheet);
    expect(styles.headers.get("content-type")).toContain("text/css");
  });

  test("does not work in another browser, nor a second time", async () => {
    const { app } = sharedApp;
    const browser = createTestBrowser(app, origin);
    const page = await browser.visit("/auth/signin");
    const stranger = createTestBrowser(app, origin);
    const rejectionPage = await submit(stranger, page, "ada@university.test");
    expect(rejectionPage.status).toBe(400);
    expect(rejectionPage.body).toContain('href="/auth/signin"');
    await submit(browser, page, "ada@university.test");
    expect((await submit(browser, page, "grace@university.test")).status).toBe(400);
    expect((await getSession(browser)).user?.email).toBe("ada@university.test");
  });

  test("issues codes only to our own redirect URL", async () => {
    const { app } = sharedApp;
    const browser = createTestBrowser(app, origin);
    const query = new URLSearchParams({
      client_id: "lectern",
      response_type: "code",
      scope: "openid",
      redirect_uri: "http://attacker.test/",
      code_challenge: "x".repeat(43),
      code_challenge_method: "S256",
    });
    const page = await browser.visit(`/oidc/auth?${query}`);
    expect(page.status).toBe(400);
    expect(page.body).toContain("Sign-in failed");
    expect(page.body).toContain(page.headers.get("x-request-id") ?? "no id");
  });

  test("does not exist if the institution has configured its own provider", async () => {
    const { app } = await startApp({ OIDC_ISSUER: "https://id.university.test", OIDC_CLIENT_ID: "lectern" });
    const browser = createTestBrowser(app, origin);
    for (const path of ["/oidc/.well-known/openid-configuration", "/oidc/auth", "/sign-in/x"]) {
      expect((await browser.visit(path)).status).toBe(404);
    }
  });
});
