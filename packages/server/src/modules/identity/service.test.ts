import { createHash } from "node:crypto";
import { decodeJwt, SignJWT } from "jose";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import type { Platform } from "../../core/context.ts";
import { systemWait } from "../../platform/clock.ts";
import { createModelMetrics } from "../../platform/modelMetrics.ts";
import { createModelProviders } from "../../platform/modelProviders/createModelProviders.ts";
import { createSingleProcess } from "../../platform/processes/processes.ts";
import { createMemoryRunLog } from "../../platform/runLog/memoryRunLog.ts";
import { createSecretBox } from "../../platform/secretBox.ts";
import { createUnusedServices } from "../../testing/createUnusedServices.ts";
import { createManualClock, type ManualClock } from "../../testing/manualClock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/testDatabase.ts";
import { embeddedIssuer } from "./embedded/embeddedUrls.ts";
import {
  checkAccessToken,
  checkSessionCookie,
  createSession,
  endSession,
  getSessionId,
  issueAccessToken,
  type ProviderIdentity,
  sessionLifetimeMs,
} from "./service.ts";

const secret = "a secret of the tests, long enough";
const log = pino({ level: "silent" });

function createIdentity(email: string, more: Partial<ProviderIdentity> = {}): ProviderIdentity {
  return { issuer: "https://id.test", subject: email, email, emailVerified: true, name: email, ...more };
}

describe("sessions", () => {
  let database: TestDatabase;
  let clock: ManualClock;
  let unusedServices: Awaited<ReturnType<typeof createUnusedServices>>;

  /** Simulates another process on the same database, with the same secret. */
  function createPlatform(environment: Record<string, string> = {}): Platform {
    return {
      config: readConfig(environment),
      db: database.db,
      clock,
      wait: systemWait,
      log,
      secrets: createSecretBox(secret),
      modelProviders: createModelProviders(log),
      metrics: createModelMetrics(),
      processes: createSingleProcess(),
      runLog: createMemoryRunLog(clock),
      ...unusedServices,
      state: new Map(),
    };
  }

  async function signIn(platform: Platform, identity: ProviderIdentity) {
    const session = await createSession(platform, identity, null);
    const check = await checkSessionCookie(platform, session.cookie);
    if (check.state !== "signedIn") throw new Error("not signed in");
    return { ...session, actor: check.actor };
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    unusedServices = await createUnusedServices({ config: readConfig({}), log }, database);
    clock = createManualClock();
  });
  afterAll(() => database.close());

  test("of 20 people who are the first to sign in concurrently, exactly one becomes administrator", async () => {
    const platform = createPlatform();
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, index) => signIn(platform, createIdentity(`first${index}@university.test`))),
    );
    expect(people.filter(({ actor }) => actor.isAdmin)).toHaveLength(1);
    const rows = await database.db.selectFrom("users").select("is_admin").execute();
    expect(rows.filter((row) => row.is_admin)).toHaveLength(1);
  });

  test("20 concurrent first sign-ins of one person create one person", async () => {
    const platform = createPlatform();
    const sessions = await Promise.all(
      Array.from({ length: 20 }, () => createSession(platform, createIdentity("twin@university.test"), null)),
    );
    expect(new Set(sessions.map(({ userId }) => userId)).size).toBe(1);
    expect(new Set(sessions.map(({ cookie }) => cookie)).size).toBe(20);
  });

  test("ADMINS makes people administrators regardless of case, but only with a verified email", async () => {
    const platform = createPlatform({ ADMINS: "Dean@University.test" });
    expect((await signIn(platform, createIdentity("dean@university.TEST"))).actor.isAdmin).toBe(true);
    const unverifiedIdentity = createIdentity("dean@university.test", { subject: "impostor", emailVerified: false });
    expect((await signIn(platform, unverifiedIdentity)).actor.isAdmin).toBe(false);
    expect((await signIn(platform, createIdentity("student@university.test"))).actor.isAdmin).toBe(false);
  });

  test("the same email from another issuer or subject is another person", async () => {
    const platform = createPlatform();
    const firstSession = await createSession(platform, createIdentity("same@university.test"), null);
    const repeatedSession = await createSession(platform, createIdentity("same@university.test"), null);
    const otherIssuerSession = await createSession(
      platform,
      createIdentity("same@university.test", { issuer: "https://other.test" }),
      null,
    );
    const otherSubjectSession = await createSession(
      platform,
      createIdentity("same@university.test", { subject: "x", emailVerified: false }),
      null,
    );
    expect(repeatedSession.userId).toBe(firstSession.userId);
    expect(new Set([firstSession.userId, otherIssuerSession.userId, otherSubjectSession.userId]).size).toBe(3);
  });

  test("a sign-in updates the email and the name from the provider", async () => {
    const platform = createPlatform();
    await createSession(platform, createIdentity("before@university.test", { subject: "moved" }), null);
    const { actor } = await signIn(
      platform,
      createIdentity("after@university.test", { subject: "moved", name: "New Name" }),
    );
    expect(actor).toMatchObject({ email: "after@university.test", name: "New Name" });
  });

  test("the cookie has 256 random bits, and the database stores only their hash", async () => {
    const platform = createPlatform();
    const { cookie, sessionId } = await createSession(platform, createIdentity("hash@university.test"), null);
    expect(Buffer.from(cookie, "base64url")).toHaveLength(32);
    expect(sessionId).toBe(createHash("sha256").update(cookie).digest("hex"));
    const rows = await database.db.selectFrom("sessions").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(cookie);
  });

  test("no cookie, an invalid one and one without a session are signed out without an error", async () => {
    const platform = createPlatform();
    for (const cookie of [undefined, "", "x".repeat(43), "' or 1=1", "x".repeat(100_000)]) {
      expect(await checkSessionCookie(platform, cookie)).toEqual({ state: "signedOut" });
    }
  });

  test("a session issues an access token for the chat, valid for 10 minutes, with the session's id", async () => {
    const platform = createPlatform();
    const { actor, sessionId, userId } = await signIn(platform, createIdentity("token@university.test"));
    const { token, expiresAt } = await issueAccessToken(platform, actor);
    expect(decodeJwt(token)).toMatchObject({ aud: "chat", sid: sessionId, sub: userId });
    expect(expiresAt.getTime() - clock.now().getTime()).toBe(600_000);
    expect(await checkAccessToken(platform, token)).toEqual(actor);
    clock.advance(599_000);
    expect(await checkAccessToken(platform, token)).toEqual(actor);
    clock.advance(2_000);
    expect(await checkAccessToken(platform, token)).toBeNull();
  });

  test("a token of another secret, audience, issuer, type, algorithm or person is rejected", async () => {
    const platform = createPlatform();
    const { actor } = await signIn(platform, createIdentity("forger@university.test"));
    const { actor: victim } = await signIn(platform, createIdentity("victim@university.test"));
    const key = platform.secrets.key("accessTokens");
    const forge = (changes: {
      audience?: string;
      issuer?: string;
      typ?: string;
      sub?: string;
      alg?: string;
      end?: boolean;
    }) => {
      const jwt = new SignJWT({ sid: getSessionId(actor) })
        .setProtectedHeader({ alg: changes.alg ?? "HS256", typ: changes.typ ?? "at+jwt" })
        .setIssuer(changes.issuer ?? "lectern")
        .setAudience(changes.audience ?? "chat")
        .setSubject(changes.sub ?? actor.principal.id);
      return changes.end === false ? jwt : jwt.setExpirationTime(new Date(clock.now().getTime() + 60_000));
    };
    expect(await checkAccessToken(platform, await forge({}).sign(key))).toEqual(actor);
    const otherKeys = [
      createSecretBox("another secret, long enough").key("accessTokens"),
      platform.secrets.key("signedUrls"),
    ];
    for (const otherKey of otherKeys)
      expect(await checkAccessToken(platform, await forge({}).sign(otherKey))).toBeNull();
    for (const change of [
      { audience: "files" },
      { issuer: "elsewhere" },
      { typ: "JWT" },
      { sub: victim.principal.id },
      { end: false },
    ]) {
      expect(await checkAccessToken(platform, await forge(change).sign(key))).toBeNull();
    }
    expect(await checkAccessToken(platform, await forge({ alg: "HS512" }).sign(Buffer.alloc(64, 1)))).toBeNull();
    for (const invalidToken of ["", "a.b.c", "eyJhbGciOiJub25lIn0.e30."])
      expect(await checkAccessToken(platform, invalidToken)).toBeNull();
  });

  test("ending a session invalidates its cookie and tokens immediately here, and within 2 s in another process", async () => {
    const thisProcess = createPlatform();
    const otherProcess = createPlatform();
    const { actor, cookie, sessionId } = await signIn(thisProcess, createIdentity("leaver@university.test"));
    const { token } = await issueAccessToken(thisProcess, actor);
    expect(await checkAccessToken(thisProcess, token)).toEqual(actor);
    expect(await checkAccessToken(otherProcess, token)).toEqual(actor);

    await endSession(thisProcess, sessionId);
    expect(await checkSessionCookie(thisProcess, cookie)).toEqual({ state: "signedOut" });
    expect(await checkSessionCookie(otherProcess, cookie)).toEqual({ state: "signedOut" });
    expect(await checkAccessToken(thisProcess, token)).toBeNull();
    clock.advance(2_000);
    expect(await checkAccessToken(otherProcess, token)).toBeNull();
  });

  test("a session of a blocked account is signed out, even if nothing has ended it", async () => {
    const platform = createPlatform();
    const { actor, cookie, userId } = await signIn(platform, createIdentity("blocked@university.test"));
    const { token } = await issueAccessToken(platform, actor);
    await database.db.updateTable("users").set({ blocked_at: clock.now() }).where("id", "=", userId).execute();
    expect(await checkSessionCookie(platform, cookie)).toEqual({ state: "signedOut" });
    expect(await checkAccessToken(platform, token)).toBeNull();
  });

  test("ending a session applies to all contexts of the same platform", async () => {
    const platform = createPlatform();
    const { actor, sessionId } = await signIn(platform, createIdentity("context@university.test"));
    const { token } = await issueAccessToken(platform, actor);
    expect(await checkAccessToken({ ...platform }, token)).toEqual(actor);
    await endSession({ ...platform }, sessionId);
    expect(await checkAccessToken(platform, token)).toBeNull();
  });

  test("a session that ends while its token is being checked stays ended", async () => {
    const platform = createPlatform();
    for (let round = 0; round < 10; round += 1) {
      const { actor, sessionId } = await signIn(platform, createIdentity("racer@university.test"));
      const { token } = await issueAccessToken(platform, actor);
      await Promise.all([checkAccessToken(platform, token), endSession(platform, sessionId)]);
      expect(await checkAccessToken(platform, token)).toBeNull();
    }
  });

  test("[A4.20] a session expires after 30 days, used or not, with SessionExpiredError", async () => {
    const platform = createPlatform();
    const { cookie, actor } = await signIn(platform, createIdentity("month@university.test"));
    clock.advance(sessionLifetimeMs - 1_000);
    expect((await checkSessionCookie(platform, cookie)).state).toBe("signedIn");
    const { token } = await issueAccessToken(platform, actor);
    clock.advance(1_000);
    expect(await checkSessionCookie(platform, cookie)).toEqual({ state: "signedOut", error: "SessionExpiredError" });
    expect(await checkAccessToken(platform, token)).toBeNull();
  });

  test("old ended sessions are deleted when their person signs in again", async () => {
    const platform = createPlatform();
    const { userId } = await createSession(platform, createIdentity("regular@university.test"), null);
    clock.advance(sessionLifetimeMs + 8 * 24 * 3_600_000);
    const { sessionId } = await createSession(platform, createIdentity("regular@university.test"), null);
    const rows = await database.db.selectFrom("sessions").select("id").where("user_id", "=", userId).execute();
    expect(rows).toEqual([{ id: sessionId }]);
  });

  test("people of the embedded sign-in are signed out once the institution's provider has replaced it", async () => {
    const identity = createIdentity("anybody@university.test", { issuer: embeddedIssuer });
    const { cookie, actor } = await signIn(createPlatform(), identity);
    const { token } = await issueAccessToken(createPlatform(), actor);
    const connectedPlatform = createPlatform({ OIDC_ISSUER: "https://id.test", OIDC_CLIENT_ID: "lectern" });
    expect(await checkSessionCookie(connectedPlatform, cookie)).toEqual({
      state: "signedOut",
      error: "SessionExpiredError",
    });
    expect(await checkAccessToken(connectedPlatform, token)).toBeNull();
  });
});

test("with an institution's provider and without ADMINS, nobody becomes administrator", async () => {
  const database = await createTestDatabase("pglite");
  const clock = createManualClock();
  const platform: Platform = {
    config: readConfig({ OIDC_ISSUER: "https://id.test", OIDC_CLIENT_ID: "lectern" }),
    db: database.db,
    clock,
    wait: systemWait,
    log,
    secrets: createSecretBox(secret),
    modelProviders: createModelProviders(log),
    metrics: createModelMetrics(),
    processes: createSingleProcess(),
    runLog: createMemoryRunLog(clock),
    ...(await createUnusedServices({ config: readConfig({}), log }, database)),
  };
  const { cookie } = await createSession(platform, createIdentity("first@university.test"), null);
  expect(await checkSessionCookie(platform, cookie)).toMatchObject({ state: "signedIn", actor: { isAdmin: false } });
  await database.close();
});
