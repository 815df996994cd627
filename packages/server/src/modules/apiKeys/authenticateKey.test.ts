import { createHash } from "node:crypto";
import {
  beginUpload,
  createApiKey,
  getUserSettings,
  listApiKeys,
  listGroups,
  revealApiKey,
  searchMessages,
  updateGroupMembers,
} from "@lectern/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createLog } from "../../platform/log.ts";
import { configureFlags } from "../../testing/configureFlags.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { createTestKey } from "../../testing/createTestKey.ts";
import { createManualClock } from "../../testing/manualClock.ts";
import { overrideFeature } from "../../testing/overrideFeature.ts";
import { createGroup } from "../groups/service.ts";
import { blockPerson, erasePerson, unblockPerson } from "../people/service.ts";
import { listKeyNames } from "./service.ts";

const clock = createManualClock();
const requestsPerMinute = 100;
let server: TestApp;
let admin: TestPerson;
let logText = "";
let count = 0;
beforeAll(async () => {
  const write = (part: string) => {
    logText += part;
  };
  const environment = { ADMINS: "admin@uni.edu", REQUESTS_PER_MINUTE: `${requestsPerMinute}` };
  server = await createTestApp({ clock, environment, log: createLog("debug", { write }) });
  admin = await server.signIn("admin@uni.edu");
});
beforeEach(() => overrideFeature("createAstAdminGroups", { isFinished: true, isOnByDefault: true }));
afterEach(async () => {
  await server.platform.db.deleteFrom("settings").execute();
  clock.advance(60_000);
});
afterAll(() => server.close());

const signIn = (name = "person") => server.signIn(`${name}-${++count}@uni.edu`);
const inject = (secret: string, url: string = getUserSettings.path, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { authorization: `Bearer ${secret}`, ...headers } });

/** Returns the status, and the message of a refusal. */
async function tryKey({ secret }: { secret: string }) {
  const reply = await inject(secret);
  return reply.statusCode === 200 ? "accepted" : `${reply.statusCode} ${reply.json<{ message: string }>().message}`;
}
/** Longer than anything is cached. */
const passTime = () => clock.advance(2_000);

describe("a key acts", () => {
  test("as its owner, with what the owner has", async () => {
    const [ann, bob] = [await signIn("ann"), await signIn("bob")];
    await createGroup(server.platform, ann.actor, { name: "Anns", types: [], members: {} });
    const names = async (person: TestPerson) => {
      const { secret } = await createTestKey(server, person);
      const reply = await inject(secret, listGroups.path);
      return reply.json<{ data: { groups: { name: string }[] } }>().data.groups.map(({ name }) => name);
    };
    expect(await names(ann)).toEqual(["Anns"]);
    expect(await names(bob)).toEqual([]);
  });

  test("as the person to whom it was delegated, or as its service, never as its owner", async () => {
    const [ann, bob] = [await signIn("ann"), await signIn("bob")];
    await createGroup(server.platform, ann.actor, { name: "Anns", types: [], members: {} });
    const bobs = await createGroup(server.platform, bob.actor, { name: "Bobs", types: [], members: {} });
    const delegated = await createTestKey(server, ann, { delegate: bob.actor.email });
    const system = await createTestKey(server, ann, { systemUse: true });
    const names = async ({ secret }: { secret: string }) =>
      (await inject(secret, listGroups.path)).json().data.groups.map(({ name }: { name: string }) => name);
    expect(await names(delegated)).toEqual(["Bobs"]);
    expect(await names(system)).toEqual([]);
    // A service can be a member of groups.
    const { wire_id } = await server.platform.db
      .selectFrom("services")
      .innerJoin("api_keys", "principal_id", "services.id")
      .where("api_keys.id", "=", system.id)
      .select("wire_id")
      .executeTakeFirstOrThrow();
    const added = { group_id: bobs.wireId, update_type: "ADD", members: { [wire_id]: "read" } } as const;
    expect((await bob.proxy(updateGroupMembers, added)).status).toBe(200);
    passTime();
    expect(await names(system)).toEqual(["Bobs"]);
  });

  test("for an address that nobody had, once its person has signed in; until then it opens nothing", async () => {
    const ann = await signIn("ann");
    const email = `late-${++count}@uni.edu`;
    const key = await createTestKey(server, ann, { delegate: email });
    expect(await tryKey(key)).toBe(
      "401 This API key works as soon as the person to whom it was delegated has signed in.",
    );
    const late = await server.signIn(email);
    passTime();
    expect(await tryKey(key)).toBe("accepted");
    expect((await late.proxy(revealApiKey, { apiKeyId: key.apiKeyId })).result.key).toBe(key.secret);
    // Somebody who gets the address later gets nothing.
    await server.platform.db.updateTable("users").set({ subject: "other" }).where("email", "=", email).execute();
    const heir = await server.signIn(email);
    expect(heir.actor.principal.id).not.toBe(late.actor.principal.id);
    expect((await heir.proxy(revealApiKey, { apiKeyId: key.apiKeyId })).status).toBe(404);
  });

  test("for nobody if the person signs in too late, as with invitations", async () => {
    const ann = await signIn("ann");
    const email = `too-late-${++count}@uni.edu`;
    const key = await createTestKey(server, ann, { delegate: email });
    const row = { created_at: new Date(clock.now().getTime() - 181 * 86_400_000) };
    await server.platform.db.updateTable("api_keys").set(row).where("id", "=", key.id).execute();
    const late = await server.signIn(email);
    expect(await tryKey(key)).toMatch(/^401 /);
    // The address does not outlive the person.
    await erasePerson(server.platform, admin.actor, late.actor.principal.id);
    expect(await listKeyNames(server.platform.db, [key.id])).toEqual([]);
  });
});

describe("a key opens nothing", () => {
  test("if it does not exist, or is not complete", async () => {
    const { secret, id, apiKeyId } = await createTestKey(server, await signIn());
    const unknown = [
      `amp-v1-${"x".repeat(43)}`,
      secret.slice(0, -1),
      `${secret}x`,
      secret.replace("amp-v1-", "amp-v2-"),
      secret.toUpperCase().replace("AMP-", "amp-"),
      `amp-${id}`,
      `amp-${apiKeyId}`,
      "amp-",
      `amp-v1-${createHash("sha256").update(secret).digest("base64url")}`,
    ];
    for (const text of unknown) {
      const reply = await inject(text);
      expect(reply.statusCode, text).toBe(401);
      expect(reply.json(), text).toMatchObject({ code: "unauthenticated", message: "This API key is not valid." });
      expect(reply.headers["www-authenticate"]).toBe(
        'Bearer error="invalid_token", error_description="This API key is not valid."',
      );
    }
    for (const authorization of [secret, `Basic ${secret}`, `Bearer ${secret} x`, `Key ${secret}`]) {
      const reply = await server.app.inject({ url: getUserSettings.path, headers: { authorization } });
      expect(reply.statusCode, authorization).toBe(401);
    }
    const others = [{ cookie: `lectern_session=${secret}` }, { "x-api-key": secret }];
    for (const headers of others) {
      expect((await server.app.inject({ url: getUserSettings.path, headers })).statusCode).toBe(401);
    }
  });

  test("after its last day, which ends in UTC", async () => {
    const ann = await signIn();
    const today = clock.now().toISOString().slice(0, 10);
    const key = await createTestKey(server, ann, { expirationDate: today });
    const endOfDay = Date.parse(`${today}T23:59:59.999Z`);
    clock.advance(endOfDay - clock.now().getTime());
    expect(await tryKey(key)).toBe("accepted");
    clock.advance(1);
    // Although the key is in the cache.
    expect(await tryKey(key)).toBe("401 This API key has expired.");
  });

  test("while its owner or the person for whom it acts is blocked, within two seconds", async () => {
    const [ann, bob] = [await signIn("ann"), await signIn("bob")];
    const keys = {
      personal: await createTestKey(server, ann),
      delegated: await createTestKey(server, ann, { delegate: bob.actor.email }),
      system: await createTestKey(server, ann, { systemUse: true }),
      bobs: await createTestKey(server, bob),
    };
    const tryAll = async () => {
      passTime();
      return Promise.all(Object.values(keys).map(async (key) => (await tryKey(key)).replace(/^.*account /, "")));
    };
    const ownerGone = "of its owner is not active.";
    const actorGone = "for which it acts is not active.";
    expect(await tryAll()).toEqual(["accepted", "accepted", "accepted", "accepted"]);
    await blockPerson(server.platform, admin.actor, ann.actor.principal.id);
    expect(await tryAll()).toEqual([ownerGone, ownerGone, ownerGone, "accepted"]);
    await unblockPerson(server.platform, admin.actor, ann.actor.principal.id);
    await blockPerson(server.platform, admin.actor, bob.actor.principal.id);
    expect(await tryAll()).toEqual(["accepted", actorGone, "accepted", ownerGone]);
    await unblockPerson(server.platform, admin.actor, bob.actor.principal.id);
    expect(await tryAll()).toEqual(["accepted", "accepted", "accepted", "accepted"]);
  });

  test("after its owner or the person for whom it acts has been erased; a successor gets those of services", async () => {
    const [ann, bob, eve] = [await signIn("ann"), await signIn("bob"), await signIn("eve")];
    const personal = await createTestKey(server, ann);
    const toBob = await createTestKey(server, ann, { delegate: bob.actor.email });
    const fromBob = await createTestKey(server, bob, { delegate: ann.actor.email });
    const system = await createTestKey(server, ann, { systemUse: true, appName: "Robot" });
    const pending = await createTestKey(server, bob, { delegate: `pending-${count}@uni.edu` });
    for (const key of [personal, toBob, fromBob, system]) expect(await tryKey(key)).toBe("accepted");
    await erasePerson(server.platform, admin.actor, ann.actor.principal.id, { successorId: eve.actor.principal.id });
    passTime();
    for (const key of [personal, toBob, fromBob]) expect(await tryKey(key)).toMatch(/^401 /);
    expect(await tryKey(system)).toBe("accepted");
    const apiKeyId = system.apiKeyId.replace(ann.actor.principal.id, eve.actor.principal.id);
    expect((await eve.proxy(revealApiKey, { apiKeyId })).result.key).toBe(system.secret);
    await vi.waitFor(async () => {
      const rows = await server.platform.db.selectFrom("api_keys").select("id").execute();
      const ids = rows.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining([system.id, pending.id]));
      for (const { id } of [personal, toBob, fromBob]) expect(ids).not.toContain(id);
    });
    // Whoever erases a person does not get their keys.
    const dan = await signIn("dan");
    const ofDan = await createTestKey(server, dan, { systemUse: true });
    const successorId = admin.actor.principal.id;
    await erasePerson(server.platform, admin.actor, dan.actor.principal.id, { successorId });
    passTime();
    expect(await tryKey(ofDan)).toMatch(/^401 /);
    const listed = (await admin.proxy(listApiKeys, {})).result.keys;
    expect(listed.map(({ api_owner_id }) => api_owner_id)).not.toContainEqual(expect.stringContaining(ofDan.id));
    // Without a successor, those of services end, too.
    await erasePerson(server.platform, admin.actor, eve.actor.principal.id);
    passTime();
    expect(await tryKey(system)).toMatch(/^401 /);
  });

  test("while the feature is off for its owner, whoever uses it", async () => {
    const [ann, bob] = [await signIn("ann"), await signIn("bob")];
    const delegated = await createTestKey(server, ann, { delegate: bob.actor.email });
    const system = await createTestKey(server, ann, { systemUse: true });
    const bobs = await createTestKey(server, bob, { delegate: ann.actor.email });
    const off = { apiKeys: { enabled: true, userExceptions: [ann.actor.email] } };
    const row = { name: "featureFlags", value: JSON.stringify(off), updated_at: clock.now() };
    await server.platform.db.insertInto("settings").values(row).execute();
    passTime();
    for (const key of [delegated, system]) {
      expect(await tryKey(key)).toBe("401 API keys are turned off for the owner of this key.");
    }
    expect(await tryKey(bobs)).toBe("accepted");
    await configureFlags(server.platform.db, { apiKeys: false });
    passTime();
    expect(await tryKey(bobs)).toBe("401 API keys are turned off for the owner of this key.");
    expect(await bob.proxy(createApiKey, { account: "general_account", appName: "x" })).toMatchObject({ status: 403 });
  });

  test("if its owner belongs to the embedded sign-in, and an institution's provider is used now", async () => {
    const ann = await signIn();
    const key = await createTestKey(server, ann);
    await server.platform.db
      .updateTable("users")
      .set({ issuer: "urn:lectern:embedded" })
      .where("id", "=", ann.actor.principal.id)
      .execute();
    expect(await tryKey(key)).toBe("accepted");
    const { config } = server.platform;
    // The platform of a server that was started with a provider.
    const original = config.oidc;
    Object.assign(server.platform, { config: { ...config, oidc: {} } });
    passTime();
    expect(await tryKey(key)).toBe("401 This API key does not work, because the account of its owner is not active.");
    Object.assign(server.platform, { config: { ...config, oidc: original } });
  });
});

test("no key manages keys, whatever it may open", async () => {
  const ann = await signIn();
  const { secret, apiKeyId } = await createTestKey(server, ann, { scopes: ["full_access"] });
  const reply = await inject(secret, `${revealApiKey.path}?apiKeyId=${encodeURIComponent(apiKeyId)}`);
  expect(reply.statusCode).toBe(403);
  expect(reply.json()).toMatchObject({ message: "API keys can’t do this. Please sign in." });
});

test("the last use of a key is stored at most once a minute, and not of one that opens nothing", async () => {
  const ann = await signIn();
  const key = await createTestKey(server, ann);
  const readLastUse = async () =>
    (
      await server.platform.db
        .selectFrom("api_keys")
        .select("last_used_at")
        .where("id", "=", key.id)
        .executeTakeFirstOrThrow()
    ).last_used_at;
  expect(await readLastUse()).toBeNull();
  const firstUse = clock.now();
  await tryKey(key);
  await vi.waitFor(async () => expect(await readLastUse()).toEqual(firstUse));
  for (let n = 0; n < 20; n += 1) {
    clock.advance(2_900);
    await tryKey(key);
  }
  expect(await readLastUse()).toEqual(firstUse);
  clock.advance(2_000);
  const laterUse = clock.now();
  await tryKey(key);
  await vi.waitFor(async () => expect(await readLastUse()).toEqual(laterUse));
  const ended = { deactivated_at: clock.now(), reason: "deactivated" as const };
  await server.platform.db.updateTable("api_keys").set(ended).where("id", "=", key.id).execute();
  clock.advance(120_000);
  expect(await tryKey(key)).toMatch(/^401/);
  expect(await readLastUse()).toEqual(laterUse);
});

describe("the limit of requests", () => {
  test("is in each response to a bearer, with what is left, as the draft of the IETF defines it", async () => {
    const ann = await signIn();
    const { secret, headers } = await createTestKey(server, ann);
    const policy = `"requests";q=${requestsPerMinute};w=60`;
    const first = await inject(secret);
    expect(first.headers).toMatchObject({ "ratelimit-policy": policy, ratelimit: '"requests";r=99;t=1' });
    // A search counts as five, also one that is refused.
    const search = (data: object) =>
      server.app.inject({ method: "POST", url: searchMessages.path, headers, payload: { data } });
    expect((await search({ query: "x" })).headers.ratelimit).toBe('"requests";r=94;t=4');
    const failed = await search({});
    expect(failed.statusCode).toBe(400);
    expect(failed.headers.ratelimit).toBe('"requests";r=89;t=7');
    const session = await inject(ann.token);
    expect(session.headers.ratelimit).toBe('"requests";r=88;t=8');
    clock.advance(3_600);
    expect((await inject(secret)).headers.ratelimit).toBe('"requests";r=93;t=5');
  });

  test("refuses with the seconds to wait, and is not told to strangers", async () => {
    const { secret } = await createTestKey(server, await signIn());
    for (let n = 0; n < requestsPerMinute; n += 1) await inject(secret);
    const refused = await inject(secret);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({ ratelimit: '"requests";r=0;t=60', "retry-after": "1" });
    const stranger = await inject(`amp-v1-${"x".repeat(43)}`);
    expect(stranger.headers.ratelimit).toBeUndefined();
  });
});

describe("a key in an address", () => {
  const message = expect.stringMatching(/^API keys don’t belong in an address, .*“Authorization: Bearer …”/);

  test("is refused at every door, also beside a valid one, and says how to send it", async () => {
    const { secret } = await createTestKey(server, await signIn());
    const queries = [
      `key=${secret}`,
      `api_key=${secret}`,
      `a=b&access_token=${secret}`,
      `${secret}`,
      `x=Bearer%20${secret}`,
      `x=+${secret}`,
      `x=%61mp-v1-${secret.slice(7)}`,
      `x=AMP-V1-${secret.slice(7)}`,
    ];
    const paths = [
      getUserSettings.path,
      "/chat",
      "/chat/x",
      "/api/session",
      "/api/requestOp",
      "/signed/files/download",
      "/openapi.json",
      "/healthz",
      "/auth/signin",
      "/",
      "/nowhere",
    ];
    for (const path of paths) {
      for (const query of queries) {
        const reply = await inject(secret, `${path}?${query}`);
        expect(reply.statusCode, `${path}?${query}`).toBe(400);
        if (path !== "/auth/signin") expect(reply.json()).toMatchObject({ code: "invalidInput", message });
        // A page for people.
        else expect(reply.body).toContain("API keys don’t belong in an address");
      }
    }
    const post = { method: "POST", url: `${beginUpload.path}?key=${secret}`, payload: { data: {} } } as const;
    expect((await server.app.inject(post)).json()).toMatchObject({ message });
  });

  test("is not confused with words that begin in the same way", async () => {
    const { secret } = await createTestKey(server, await signIn());
    for (const query of ["amp-", "amp-lifier", "an amp-v1-x", "amp"]) {
      const url = `${getUserSettings.path}?query=${encodeURIComponent(query)}`;
      expect((await inject(secret, url)).statusCode, query).toBe(200);
    }
  });
});

test("no secret is in the log", () => {
  expect(logText.split("\n").length).toBeGreaterThan(100);
  expect(logText).not.toMatch(/amp-v\d/i);
});
