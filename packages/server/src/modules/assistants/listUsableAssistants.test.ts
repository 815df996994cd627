import { afterAll, beforeAll, expect, test } from "vitest";
import { type AccessTestbed, createAccessTestbed } from "../../testing/createAccessTestbed.ts";
import { listUsableAssistants } from "./listUsableAssistants.ts";
import { insertTestAssistant } from "./testing/insertTestAssistant.ts";

let testbed: AccessTestbed;
beforeAll(async () => {
  testbed = await createAccessTestbed();
});
afterAll(() => testbed.close());

test("all assistants are listed by name, however many pages they fill, each once", async () => {
  const { platform } = testbed;
  const owner = await testbed.createPerson("owner");
  const names = ["Anna", "Ben", "Ben", "Cleo", "Dora"];
  for (const name of names.toReversed()) await insertTestAssistant(platform, owner.principal.id, { name });
  for (const pageSize of [1, 2, 5, 6]) {
    const listed = await listUsableAssistants(platform, owner, pageSize);
    expect(listed.map(({ name }) => name)).toEqual(names);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(names.length);
  }
});
