import { listUserIntegrations, signOutPerson, startIntegrationAuth, updateSiteConfigs } from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLog } from "../../../platform/log.ts";
import { configureFlags } from "../../../testing/configureFlags.ts";
import type { TestPerson } from "../../../testing/createTestApp.ts";
import { createTestKey } from "../../../testing/createTestKey.ts";
import { ada } from "../../../testing/startTestOAuthProvider.ts";
import { createIntegrationTestbed, type IntegrationTestbed } from "../testing/createIntegrationTestbed.ts";

const logLines: string[] = [];
const notStarted =
  "This connection wasn’t started in this browser, is already complete, or took longer than 10 minutes.";
let bed: IntegrationTestbed;
let ann: TestPerson;
let ben: TestPerson;
let count = 0;
beforeAll(async () => {
  bed = await createIntegrationTestbed({ log: createLog("trace", { write: (line) => logLines.push(line) }) });
});
beforeEach(async () => {
  count += 1;
  ann = await bed.signIn(`ann${count}@uni.edu`);
  ben = await bed.signIn(`ben${count}@uni.edu`);
  Object.assign(bed.provider, { failure: null, revoked: [] });
});
afterAll(() => bed.close());

const list = async (person: TestPerson) => (await person.proxy(listUserIntegrations, {})).result;
const listConnected = async (person: TestPerson) => (await list(person)).connected;
const readTables = async () => [
  await bed.platform.db.selectFrom("integration_connections").selectAll().execute(),
  await bed.platform.db.selectFrom("integration_attempts").selectAll().execute(),
  await bed.platform.db.selectFrom("audit").selectAll().execute(),
];

describe("connecting an account", () => {
  test("[A7.16] starts at the provider’s page, in the envelope with a status of a redirect", async () => {
    const { status, body } = await ann.proxy(startIntegrationAuth, { integration: "google_calendar" });
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, statusCode: 302, body: { Location: expect.stringMatching(/^https:\/\//) } });
    const { Location } = body.body as { Location: string };
    const { origin, pathname, searchParams } = new URL(Location);
    expect(origin + pathname).toBe("https://accounts.provider.test/auth");
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: "code",
      client_id: bed.provider.registration.clientId,
      redirect_uri: expect.stringMatching(/^http:\/\/localhost:\d+\/integrations\/oauth\/callback$/),
      scope: "openid email https://www.googleapis.com/auth/calendar.events",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
      access_type: "offline",
      prompt: "consent",
    });
  });

  test("ends with a page that says so and closes itself, and the integration is connected", async () => {
    const callback = bed.provider.allow(await bed.start(ann));
    const { body } = await bed.open(ann, callback);
    expect(body).toMatch(/Google Calendar is connected\.[\s\S]*You can close this window\./);
    const script = /<script src="(\/integrations\/[^"]+)">/.exec(body)?.[1] ?? "";
    expect(await bed.open(null, script)).toEqual({ status: 200, body: "window.close();\n" });
    const { connected, available } = await list(ann);
    expect(connected).toEqual(["google_calendar"]);
    expect(available.find(({ id }) => id === "google_calendar")).toEqual({
      ...{ id: "google_calendar", name: "Google Calendar", description: expect.any(String) },
      ...{ isConnected: true, needsReconnect: false, account: ada.email, connectedAt: expect.any(String) },
    });
  });

  test("has a page that keeps the link to its window, without other content, and that no cache stores", async () => {
    const url = bed.provider.deny(await bed.start(ann));
    const { headers } = await bed.app.inject({ url });
    expect(headers).toMatchObject({
      "cross-origin-opener-policy": "unsafe-none",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "content-security-policy": expect.stringMatching(/default-src 'none'; script-src 'self'.*frame-ancestors 'none'/),
    });
  });

  test("is refused in another session, of another person or of the same, and for somebody who is signed out", async () => {
    const callback = bed.provider.allow(await bed.start(ann));
    const otherSession = await bed.signIn(ann.actor.email);
    for (const person of [ben, otherSession]) {
      const { status, body } = await bed.open(person, callback);
      expect([status, body]).toEqual([400, expect.stringContaining(notStarted)]);
    }
    const signedOut = await bed.open(null, callback);
    expect([signedOut.status, signedOut.body]).toEqual([401, expect.stringContaining("You are signed out.")]);
    expect([...(await listConnected(ann)), ...(await listConnected(ben))]).toEqual([]);
    // Those who tried have not used it up.
    expect((await bed.open(ann, callback)).status).toBe(200);
    expect(await listConnected(ben)).toEqual([]);
  });

  test("is refused a second time, with a wrong state, after ten minutes, and after the session has ended", async () => {
    const callback = bed.provider.allow(await bed.start(ann));
    await bed.open(ann, callback);
    expect((await bed.open(ann, callback)).body).toContain(notStarted);
    for (const path of ["?code=x", "?state=&code=x", "?state=x&code=x", "", "?state=x&state=y"]) {
      const { status, body } = await bed.open(ann, `/integrations/oauth/callback${path}`);
      expect([status, body]).toEqual([400, expect.stringContaining(notStarted)]);
    }
    const late = bed.provider.allow(await bed.start(ben));
    bed.clock.advance(600_000);
    expect((await bed.open(ben, late)).body).toContain(notStarted);
    const ended = bed.provider.allow(await bed.start(ben));
    await bed.site.proxy(signOutPerson, { personId: ben.actor.principal.id });
    expect((await bed.open(ben, ended)).status).toBe(401);
  });

  test("leaves nothing of attempts that nobody has completed, once somebody starts another one", async () => {
    await bed.start(ann);
    bed.clock.advance(600_000);
    await bed.start(ben);
    const rows = await bed.platform.db.selectFrom("integration_attempts").select("owner_id").execute();
    expect(rows).toEqual([{ owner_id: ben.actor.principal.id }]);
  });

  test("is refused with the code of another attempt", async () => {
    const foreignCode = new URL(bed.provider.allow(await bed.start(ben)), "http://x").searchParams.get("code") ?? "";
    const callback = new URL(bed.provider.allow(await bed.start(ann)), "http://x");
    callback.searchParams.set("code", foreignCode);
    const { status, body } = await bed.open(ann, callback.pathname + callback.search);
    expect([status, body]).toEqual([400, expect.stringContaining("This connection couldn’t be verified.")]);
    expect(await listConnected(ann)).toEqual([]);
  });

  test("says why it failed, and in the language of the browser", async () => {
    const failures = [
      { failure: "disconnect", status: 502, text: "The provider couldn’t be reached." },
      {
        failure: { status: 401, error: "invalid_client" },
        status: 502,
        text: "The provider doesn’t accept this server.",
      },
      { failure: { status: 500, error: "x" }, status: 400, text: "This connection couldn’t be verified." },
    ] as const;
    for (const { failure, status, text } of failures) {
      bed.provider.failure = null;
      const callback = bed.provider.allow(await bed.start(ann));
      bed.provider.failure = failure;
      const page = await bed.open(ann, callback);
      expect(page).toEqual({ status, body: expect.stringContaining(text) });
      expect(page.body).toContain("An error occurred. Please try again.");
      expect(page.body).not.toContain("close.js");
    }
    const denied = await bed.open(ann, bed.provider.deny(await bed.start(ann)), { "accept-language": "de" });
    expect(denied).toEqual({ status: 403, body: expect.stringContaining("Sie haben die Verbindung nicht erlaubt") });
    expect(denied.body).toContain('<html lang="de"');
  });

  test("is refused if the person has not allowed all that it needs, and what they have allowed is revoked", async () => {
    const scopes = ["openid", "email", "https://www.googleapis.com/auth/forms.body.readonly"];
    const callback = bed.provider.allow(await bed.start(ann, "google_forms"), { ...ada, subject: "new", scopes });
    const { status, body } = await bed.open(ann, callback);
    expect([status, body]).toEqual([403, expect.stringContaining("You didn’t allow everything that this integration")]);
    expect(await listConnected(ann)).toEqual([]);
    await expect.poll(() => bed.provider.revoked).toHaveLength(1);
  });

  test("is refused while the integration or the feature is off, even if it was started before", async () => {
    const callback = bed.provider.allow(await bed.start(ann));
    await bed.enable(["google_docs"]);
    expect((await ann.proxy(startIntegrationAuth, { integration: "google_calendar" })).status).toBe(404);
    expect((await bed.open(ann, callback)).body).toContain("This integration is not available.");
    await bed.enable(["google_docs", "google_calendar"]);
    const ofAnotherClient = bed.provider.allow(await bed.start(ann));
    const google = { clientId: "another", clientSecret: { value: "x" }, enabled: ["google_calendar" as const] };
    await bed.site.proxy(updateSiteConfigs, { configurations: [{ type: "integrations", data: { google } }] });
    expect((await bed.open(ann, ofAnotherClient)).body).toContain("This integration is not available.");
    await bed.enable(["google_docs", "google_calendar"]);
    const second = bed.provider.allow(await bed.start(ann));
    await configureFlags(bed.platform.db, { integrations: false });
    bed.clock.advance(2_000);
    expect((await bed.open(ann, second)).status).toBe(403);
    await configureFlags(bed.platform.db, { integrations: true });
    bed.clock.advance(2_000);
    expect((await bed.open(ann, second)).status).toBe(200);
  });

  test("in place of another account revokes that one, unless somebody else has connected it", async () => {
    const [first, second] = [
      { subject: "1", email: "first@gmail.test" },
      { subject: "2", email: "second@gmail.test" },
    ];
    await bed.connect(ann, "google_docs", first);
    await bed.connect(ben, "google_docs", first);
    await bed.connect(ann, "google_docs", second);
    expect((await list(ann)).available.find(({ id }) => id === "google_docs")?.account).toBe(second.email);
    // The same account again replaces the tokens, which a revocation would end, too.
    await bed.connect(ann, "google_docs", second);
    await bed.connect(ben, "google_docs", second);
    await expect.poll(() => bed.provider.revoked).toHaveLength(1);
  });

  test("is closed to API keys", async () => {
    const { headers } = await createTestKey(bed, ann, { scopes: ["full_access"] });
    const url = "/integrations/oauth/start-auth";
    const payload = { data: { integration: "google_docs" } };
    expect((await bed.app.inject({ method: "POST", url, headers, payload })).statusCode).toBe(403);
    const callback = bed.provider.allow(await bed.start(ann, "google_docs"));
    expect((await bed.app.inject({ url: callback, headers })).statusCode).toBe(401);
  });

  test("stores and logs no token, code or secret that could be read", async () => {
    await bed.connect(ann, "google_docs");
    const stored = JSON.stringify(await readTables());
    expect(stored).toContain('"verb":"connect"');
    for (const text of [stored, logLines.join("")]) expect(text).not.toMatch(/access-[\da-f]{8}|refresh-[\da-f]{8}/);
    expect(logLines.join("")).not.toMatch(/[?&](code|state)=/);
    expect(stored + logLines.join("")).not.toContain(bed.provider.registration.clientSecret);
  });
});
