import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { transaction } from "../../../platform/db/transaction.ts";
import { createAccessTestbed } from "../../../testing/createAccessTestbed.ts";
import { insertTestPerson } from "../../../testing/insertTestPerson.ts";
import { lockEmail } from "../../principals/service.ts";
import { addMembers, createGroup, listMembers, resolveInvitations } from "../service.ts";

test("a person who is added during the first sign-in is a member, not an invitation for the next one", async () => {
  const bed = await createAccessTestbed("postgres");
  onTestFinished(() => bed.close());
  const { platform } = bed;
  const ada = await bed.createPerson("ada");
  const { wireId: groupId } = await createGroup(platform, ada, { name: "Lab", types: [], members: {} });
  const email = "new@example.org";
  const locked = Promise.withResolvers<void>();
  let isAdded = false;
  const signIn = transaction(platform.db, async (tx) => {
    await lockEmail(tx, email);
    await resolveInvitations(tx, { principalId: "unknown", email }, bed.clock.now());
    locked.resolve();
    const isWaiting = async () =>
      (
        await sql`select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`.execute(
          tx,
        )
      ).rows.length > 0;
    while (!isAdded && !(await isWaiting())) await yieldToEventLoop();
    return insertTestPerson(tx, email);
  });
  await locked.promise;
  await addMembers(platform, ada, { groupId, members: { [email]: "write" } }).finally(() => {
    isAdded = true;
  });
  const personId = await signIn;
  expect(await listMembers(platform, ada, { groupId })).toContainEqual(
    expect.objectContaining({ principalId: personId, level: "write" }),
  );
});
