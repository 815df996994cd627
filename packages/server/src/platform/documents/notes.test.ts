import { afterAll, describe, expect, test } from "vitest";
import { lossyFixtures } from "./testing/lossyFixtures.ts";
import { openTestReader } from "./testing/readTestDocument.ts";

const reader = await openTestReader();
afterAll(() => reader.close());

// The conformance of every format: what a document says is in its text, or a note says that it is not.
describe("nothing is lost without a note", () => {
  test.each(lossyFixtures)("$name", async ({ name, bytes, facts, notes }) => {
    const read = await reader.read(name, await bytes());
    const text = read.items.map(({ content }) => content).join("\n");
    const missingFacts = facts.filter((fact) => !text.includes(fact));
    if (missingFacts.length > 0) expect(read.notes, `missing without a note: ${missingFacts}`).not.toEqual([]);
    expect(read.notes).toEqual(notes);
  });
});
