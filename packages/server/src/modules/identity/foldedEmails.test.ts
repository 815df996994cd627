import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../platform/db/migrate.ts";
import { openPostgres } from "../../platform/db/openPostgres.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { createPostgresDatabase } from "../../testing/testDatabase.ts";
import * as groups from "../groups/service.ts";
import { createService } from "../principals/service.ts";
import { checkSessionCookie, createSession } from "./service.ts";

// The database's `lower` makes `I` a dotless `i` here, and JavaScript does not.

const log = pino({ level: "silent" });
let server: TestApp;
let admin: TestPerson;
let dropDatabases: () => Promise<void>;

beforeAll(async () => {
  const { databaseUrl, drop } = await createPostgresDatabase("empty");
  const url = new URL(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const name = `${url.pathname.slice(1)}_emails`;
  await client.query(
    `create database ${name} template template0 encoding utf8 locale_provider icu icu_locale 'tr' strategy file_copy`,
  );
  dropDatabases = async () => {
    await client.query(`drop database ${name} with (force)`);
    await client.end();
    await drop();
  };
  url.pathname = `/${name}`;
  const db = await openPostgres(url.href, log);
  await migrate(db, log);
  await db.destroy();
  server = await createTestApp({ databaseUrl: url.href, environment: { ADMINS: "ADMIN@Uni.edu" } });
  admin = await server.signIn("Admin@UNI.edu");
});
afterAll(async () => {
  await server.close();
  await dropDatabases();
});

async function signIn(subject: string, email: string) {
  const identity = { issuer: "i", subject, email, emailVerified: true, name: subject };
  const { cookie } = await createSession(server.platform, identity, null);
  const session = await checkSessionCookie(server.platform, cookie);
  if (session.state !== "signedIn") throw new Error("the session was not found");
  return { cookie, actor: session.actor };
}

test("an administrator is recognized in any case", () => {
  expect(admin.actor).toMatchObject({ isAdmin: true, verifiedEmail: "admin@uni.edu" });
});

test.each(["IDA@UNI.EDU", "Élodie@Uni.edu", "İPEK@Uni.edu", "ΟΔΟΣ@uni.edu"])(
  "the address %s is in directory groups, accepts invitations and passes to another account in any case",
  async (email) => {
    const { platform } = server;
    const list = `Staff ${email}`;
    await groups.createDirectoryGroup(platform, admin.actor, { name: list });
    await groups.changeDirectoryGroupMembers(platform, admin.actor, { name: list, add: [email] });
    const group = await groups.createGroup(platform, admin.actor, { name: email, types: [], members: {} });
    const members = { [` ${email.toLowerCase()}`]: "write" as const };
    await groups.addMembers(platform, admin.actor, { groupId: group.wireId, members });

    const first = await signIn(`first ${email}`, email);
    expect(first.actor.directoryGroups).toEqual([list]);
    expect((await groups.listGroups(platform, first.actor)).groups).toMatchObject([
      { id: group.wireId, level: "write" },
    ]);

    await groups.removeMembers(platform, admin.actor, { groupId: group.wireId, members: [email] });
    expect((await groups.listGroups(platform, first.actor)).groups).toEqual([]);
    await groups.addMembers(platform, admin.actor, { groupId: group.wireId, members: { [email]: "read" } });
    expect((await groups.listGroups(platform, first.actor)).groups).toMatchObject([{ level: "read" }]);

    const second = await signIn(`second ${email}`, email.toLowerCase());
    expect(second.actor.directoryGroups).toEqual([list]);
    const stored = await checkSessionCookie(platform, first.cookie);
    expect(stored).toMatchObject({ state: "signedIn", actor: { verifiedEmail: null, directoryGroups: [] } });
  },
);

test("a service is found by its id in any case", async () => {
  const { platform } = server;
  const { wireId } = await createService(platform, admin.actor, { name: "GIVING INFO" });
  const group = await groups.createGroup(platform, admin.actor, { name: "With a service", types: [], members: {} });
  for (const name of [wireId, wireId.toLowerCase()]) {
    await groups.addMembers(platform, admin.actor, { groupId: group.wireId, members: { [name]: "read" } });
  }
  expect(await groups.listMembers(platform, admin.actor, { groupId: group.wireId })).toMatchObject({ total: 2 });
});
