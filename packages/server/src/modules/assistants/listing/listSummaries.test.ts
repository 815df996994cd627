import { expect, test } from "vitest";
import { countRowsRead } from "../../../testing/countRowsRead.ts";
import { createTestDatabase } from "../../../testing/testDatabase.ts";
import { connectReader, insertManyAssistants } from "../testing/insertManyAssistants.ts";
import { listSummaries } from "./repository.ts";

test("a list reads only the assistants that concern the person, however many strangers have", async () => {
  const { db, close } = await createTestDatabase();
  await insertManyAssistants(db, { name: "own", owners: 1, each: 3 });
  await insertManyAssistants(db, { name: "lab", kind: "group", owners: 2, each: 3 });
  await insertManyAssistants(db, { name: "friend", owners: 1, each: 3 });
  await connectReader(db, { readerId: "own1", friend: "friend", group: "lab1" });
  await insertManyAssistants(db, { name: "stranger", owners: 100, each: 50 });
  const subject = { principalId: "own1", email: "own@example.org", isSiteAdmin: false };
  const query = { query: "", groupId: null, after: null, limit: 100 };
  const listed = (await listSummaries(db, subject, query)).map(({ ownerId, role }) => `${ownerId}: ${role}`);
  expect(new Set(listed)).toEqual(new Set(["own1: admin", "lab1: use", "friend1: use"]));
  expect(listed).toHaveLength(9);
  expect(await countRowsRead(db, (explained) => listSummaries(explained, subject, query))).toBeLessThan(1_000);
  await close();
});
