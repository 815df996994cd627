import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { transaction } from "../../platform/db/transaction.ts";
import { createTestApp, type TestApp } from "../../testing/createTestApp.ts";

import { waitUntilBlocked } from "../../testing/waitUntilBlocked.ts";
import { checkSessionCookie, createSession, type ProviderIdentity } from "./service.ts";

describe("a verified email address", () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await createTestApp();
  });
  afterAll(() => server.close());

  const signIn = (subject: string, email: string, more: Partial<ProviderIdentity> = {}) =>
    createSession(server.platform, { issuer: "i", subject, email, emailVerified: true, name: subject, ...more }, null);

  /** Lists the accounts with this address: the subject, and whether the address is verified. */
  const listAccounts = async (email: string) => {
    const rows = await server.platform.db
      .selectFrom("users")
      .select(["subject", "email_verified"])
      .where("email", "ilike", email)
      .orderBy("subject")
      .execute();
    return Object.fromEntries(rows.map(({ subject, email_verified }) => [subject, email_verified]));
  };

  const findRow = (id: string) =>
    server.platform.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  test("belongs to the account that signed in last, and nothing else of the previous account changes", async () => {
    const first = await signIn("first", "Shared@uni.edu");
    const rowBefore = await findRow(first.userId);
    const second = await signIn("second", "shared@UNI.edu");
    expect(second.userId).not.toBe(first.userId);
    expect(await findRow(first.userId)).toEqual({ ...rowBefore, email_verified: false });
    expect(await checkSessionCookie(server.platform, first.cookie)).toMatchObject({
      state: "signedIn",
      actor: { principal: { id: first.userId }, email: "shared@uni.edu", verifiedEmail: null },
    });
    expect(await checkSessionCookie(server.platform, second.cookie)).toMatchObject({
      actor: { verifiedEmail: "shared@uni.edu" },
    });
    // The previous account takes it back in the same way.
    expect((await signIn("first", "shared@uni.edu")).userId).toBe(first.userId);
    expect(await listAccounts("shared@uni.edu")).toEqual({ first: true, second: false });
  });

  test("stays with its account when another one signs in with the same address unverified", async () => {
    await signIn("real", "real@uni.edu");
    await signIn("pretender", "real@uni.edu", { emailVerified: false });
    expect(await listAccounts("real@uni.edu")).toEqual({ pretender: false, real: true });
  });

  test("of a blocked account is not given to a new account, which may be the same person's", async () => {
    const { userId } = await signIn("blocked", "blocked@uni.edu");
    await server.platform.db.updateTable("users").set({ blocked_at: new Date() }).where("id", "=", userId).execute();
    await expect(signIn("newcomer", "Blocked@uni.edu")).rejects.toMatchObject({ code: "forbidden" });
    expect(await listAccounts("blocked@uni.edu")).toEqual({ blocked: true });
    await signIn("newcomer", "blocked@uni.edu", { emailVerified: false });
    expect(await listAccounts("blocked@uni.edu")).toEqual({ blocked: true, newcomer: false });
  });

  test("can change at the provider, also to that of another account", async () => {
    const { userId } = await signIn("mover", "mover@uni.edu");
    await signIn("holder", "goal@uni.edu");
    expect((await signIn("mover", "goal@uni.edu")).userId).toBe(userId);
    expect(await listAccounts("goal@uni.edu")).toEqual({ holder: false, mover: true });
    expect(await listAccounts("mover@uni.edu")).toEqual({});
  });

  test("belongs to exactly one of 20 accounts that sign in concurrently for the first time, then again", async () => {
    for (const _round of [1, 2]) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => signIn(`rival${index}`, "rivals@uni.edu")));
      const accounts = Object.values(await listAccounts("rivals@uni.edu"));
      expect(accounts.filter((isVerified) => isVerified)).toHaveLength(1);
      expect(accounts).toHaveLength(20);
    }
  });

  test("is swapped by two accounts that sign in concurrently, with neither sign-in failing", async () => {
    const emails = ["left@uni.edu", "right@uni.edu"] as const;
    for (let round = 0; round < 20; round += 1) {
      const [one, other] = round % 2 === 0 ? emails : [emails[1], emails[0]];
      await Promise.all([signIn("swap-a", one), signIn("swap-b", other)]);
      // One of them may have taken the address before the other gave it up, and lost it again.
      expect(Object.keys(await listAccounts(one))).toEqual(["swap-a"]);
      expect(Object.keys(await listAccounts(other))).toEqual(["swap-b"]);
    }
  });
});

test("a sign-in locks accounts in the order of their ids, whichever is its own", async () => {
  const server = await createTestApp();
  onTestFinished(() => server.close());
  const { db } = server.platform;
  const signIn = (subject: string, email: string) =>
    createSession(server.platform, { issuer: "i", subject, email, emailVerified: true, name: subject }, null);
  const accounts = [
    { subject: "a", email: "a@uni.edu", id: (await signIn("a", "a@uni.edu")).userId },
    { subject: "b", email: "b@uni.edu", id: (await signIn("b", "b@uni.edu")).userId },
  ].sort((one, other) => (one.id < other.id ? -1 : 1));
  const [first, second] = accounts;
  if (!first || !second) throw new Error("there are two accounts");
  const hasLocked = Promise.withResolvers<void>();
  const hasStarted = Promise.withResolvers<{ signingIn: Promise<unknown> }>();
  const lockHolder = transaction(db, async (tx) => {
    await tx.selectFrom("users").select("id").where("id", "=", first.id).forUpdate().execute();
    hasLocked.resolve();
    await waitUntilBlocked(tx, (await hasStarted.promise).signingIn);
    // The sign-in waits for the first account and has not locked its own.
    await tx.selectFrom("users").select("id").where("id", "=", second.id).forUpdate().noWait().execute();
  });
  await hasLocked.promise;
  const signingIn = signIn(second.subject, first.email);
  hasStarted.resolve({ signingIn });
  await lockHolder;
  await signingIn;
});
