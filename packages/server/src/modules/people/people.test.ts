import { clientHeader, createConversation, getFiles, getUserSettings, uploadFile } from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { createExampleConversation } from "../../testing/getOpExamples.ts";

import { createGroup } from "../groups/service.ts";
import { checkSessionCookie, createSession, sessionCookieName } from "../identity/service.ts";
import { blockPerson, erasePerson, unblockPerson } from "./service.ts";

const admins = ["admin", "left-blockPerson", "right-blockPerson", "left-erasePerson", "right-erasePerson"];
const environment = { ADMINS: admins.map((name) => `${name}@uni.edu`).join(), SUPPORT_EMAIL: "help@uni.edu" };

describe("a person", () => {
  let server: TestApp;
  let admin: TestPerson;
  beforeAll(async () => {
    server = await createTestApp({ environment });
    admin = await server.signIn("admin@uni.edu");
  });
  afterAll(() => server.close());

  const idOf = ({ actor }: TestPerson) => actor.principal.id;
  const block = (person: TestPerson) => blockPerson(server.platform, admin.actor, idOf(person));
  const erase = (person: TestPerson) => erasePerson(server.platform, admin.actor, idOf(person));
  const findRow = (person: TestPerson) =>
    server.platform.db.selectFrom("users").selectAll().where("id", "=", idOf(person)).executeTakeFirstOrThrow();
  const listAudit = async (person: TestPerson) => {
    const rows = await server.platform.db
      .selectFrom("audit")
      .select(["actor_id", "verb", "object_ids"])
      .where("object_type", "=", "person")
      .orderBy("id")
      .execute();
    return rows.filter(({ object_ids }) => object_ids.includes(idOf(person)));
  };

  /** The status of a request at each entry point. */
  async function callEveryEntryPoint(person: TestPerson, urls: { statusUrl: string; uploadUrl: string }) {
    const { app } = server;
    const bearer = { authorization: `Bearer ${person.token}` };
    const cookie = { cookie: `${sessionCookieName}=${person.cookie}`, [clientHeader.name]: clientHeader.value };
    const chat = await app.inject({ method: "POST", url: "/chat", headers: bearer, payload: {} });
    const session = await app.inject({ url: "/api/session", headers: { host: "localhost", ...cookie } });
    const upload = { method: "PUT", url: urls.uploadUrl, headers: { "content-type": "text/plain" } } as const;
    return {
      proxy: (await person.proxy(getUserSettings, {})).status,
      rest: (await person.rest(getFiles, { keys: [] })).status,
      direct: (await person.direct(uploadFile, { data: { name: "a.txt", type: "text/plain" } })).status,
      chat: chat.statusCode,
      follow: (await app.inject({ url: "/chat/none", headers: bearer })).statusCode,
      session: session.json<{ user: { email: string } | null }>().user?.email ?? null,
      signedRead: (await app.inject({ url: urls.statusUrl })).statusCode,
      signedUpload: (await app.inject({ ...upload, payload: "text" })).statusCode,
    };
  }

  const beginUpload = async (person: TestPerson) => {
    const { result } = await person.direct(uploadFile, { data: { name: "a.txt", type: "text/plain" } });
    return { statusUrl: result.statusUrl, uploadUrl: result.url };
  };

  test.each([
    { change: "blocked", apply: block },
    { change: "erased", apply: erase },
  ])("who is $change is rejected immediately at every entry point", async ({ change, apply }) => {
    const person = await server.signIn(`${change}@uni.edu`);
    const urls = await beginUpload(person);
    const readUrls = { ...urls, uploadUrl: (await beginUpload(person)).uploadUrl };
    expect(await callEveryEntryPoint(person, readUrls)).toEqual({
      proxy: 200,
      rest: 200,
      direct: 200,
      chat: 400,
      follow: 404,
      session: `${change}@uni.edu`,
      signedRead: 200,
      signedUpload: 200,
    });
    // Signed addresses read the person at most every two seconds; another person's address has not been read before.
    const other = await server.signIn(`${change}-other@uni.edu`);
    const otherUrls = await beginUpload(other);
    await apply(person);
    await apply(other);
    const rejected = { proxy: 401, rest: 401, direct: 401, chat: 401, follow: 401, session: null };
    expect(await callEveryEntryPoint(person, otherUrls)).toEqual({ ...rejected, signedRead: 403, signedUpload: 403 });
    expect(await checkSessionCookie(server.platform, person.cookie)).toEqual({ state: "signedOut" });
  });

  test("who is blocked cannot sign in until unblocked, and then has everything as before", async () => {
    const person = await server.signIn("returning@uni.edu");
    const conversation = createExampleConversation("kept");
    expect((await person.proxy(createConversation, { conversation })).status).toBe(200);
    const rowBefore = await findRow(person);
    await block(person);
    await expect(server.signIn("returning@uni.edu")).rejects.toMatchObject({
      code: "forbidden",
      userMessage:
        "Your account has been blocked. Please contact the administrators of your institution at help@uni.edu.",
    });
    expect(await findRow(person)).toEqual({ ...rowBefore, blocked_at: expect.any(Date) });
    await unblockPerson(server.platform, admin.actor, idOf(person));
    expect(await findRow(person)).toEqual(rowBefore);
    expect((await person.proxy(getUserSettings, {})).status).toBe(401);
    const returned = await server.signIn("returning@uni.edu");
    expect(idOf(returned)).toBe(idOf(person));
    expect((await returned.proxy(createConversation, { conversation })).status).toBe(409);
    expect(await listAudit(person)).toEqual(
      ["block", "unblock"].map((verb) => ({ actor_id: idOf(admin), verb, object_ids: [idOf(person)] })),
    );
  });

  test("who is blocked cannot take the verified address of another account", async () => {
    const sign = (subject: string, email: string) =>
      createSession(server.platform, { issuer: "i", subject, email, emailVerified: true, name: "" }, null);
    const { userId } = await sign("blocked-taker", "taker@uni.edu");
    const holder = await sign("holder", "held@uni.edu");
    await blockPerson(server.platform, admin.actor, userId);
    await expect(sign("blocked-taker", "held@uni.edu")).rejects.toMatchObject({ code: "forbidden" });
    expect(await checkSessionCookie(server.platform, holder.cookie)).toMatchObject({
      actor: { verifiedEmail: "held@uni.edu" },
    });
  });

  test("blocks, unblocks and erases others only as an administrator, and nothing happens otherwise", async () => {
    const person = await server.signIn("ordinary@uni.edu");
    const target = await server.signIn("target@uni.edu");
    const rowBefore = await findRow(target);
    for (const act of [blockPerson, unblockPerson, erasePerson]) {
      const call = (actor: TestPerson["actor"], id: string) => act(server.platform, actor, id);
      await expect(call(person.actor, idOf(target))).rejects.toMatchObject({ code: "forbidden" });
      // What the actor claims does not count.
      await expect(call({ ...person.actor, isAdmin: true }, idOf(target))).rejects.toMatchObject({ code: "forbidden" });
      await expect(call(admin.actor, idOf(admin))).rejects.toMatchObject({ code: "invalidInput" });
      await expect(call(admin.actor, "nobody")).rejects.toMatchObject({ code: "notFound" });
    }
    expect(await findRow(target)).toEqual(rowBefore);
    expect(await listAudit(target)).toEqual([]);
  });

  test("of two administrators who block or erase each other at the same time, one remains", async () => {
    for (const act of [blockPerson, erasePerson]) {
      const left = await server.signIn(`left-${act.name}@uni.edu`);
      const right = await server.signIn(`right-${act.name}@uni.edu`);
      const outcomes = await Promise.allSettled([
        act(server.platform, left.actor, idOf(right)),
        act(server.platform, right.actor, idOf(left)),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const survivor = outcomes[0].status === "fulfilled" ? left : right;
      expect(await findRow(survivor)).toMatchObject({ blocked_at: null, erased_at: null });
    }
  });

  test("who is the only administrator of a group is blocked or erased only with a successor", async () => {
    for (const [index, act] of [blockPerson, erasePerson].entries()) {
      const founder = await server.signIn(`founder${index}@uni.edu`);
      const successor = await server.signIn(`successor${index}@uni.edu`);
      const group = await createGroup(server.platform, founder.actor, {
        name: `Group ${index}`,
        types: [],
        members: {},
      });
      const call = (successorId?: string) =>
        act(server.platform, admin.actor, idOf(founder), successorId === undefined ? {} : { successorId });
      await expect(call()).rejects.toMatchObject({ code: "conflict" });
      await expect(call(idOf(founder))).rejects.toMatchObject({ code: "invalidInput" });
      expect(await findRow(founder)).toMatchObject({ blocked_at: null, erased_at: null });
      await call(idOf(successor));
      const members = await server.platform.db
        .selectFrom("group_members")
        .select(["principal_id", "level"])
        .where("group_id", "=", group.id)
        .where("principal_id", "=", idOf(successor))
        .execute();
      expect(members).toEqual([{ principal_id: idOf(successor), level: "admin" }]);
    }
  });
});
