import { getOwnerId } from "../../server/src/modules/access/service.ts";
import { chooseMemories, maxMemories } from "../../server/src/modules/memory/choosing/chooseMemories.ts";
import { insertMemories, listNewestMemories, type MemoryScope } from "../../server/src/modules/memory/repository.ts";
import { createTestActor } from "../../server/src/testing/createTestActor.ts";
import type { Figure } from "../report.ts";
import { openMigratedDatabase } from "../support/openMigratedDatabase.ts";
import { percentile } from "../support/percentile.ts";
import type { Scenario } from "../support/scenario.ts";
import { createSyntheticText } from "./retrieval/syntheticText.ts";
import { addPerson } from "./search/conversations.ts";

/** `MEMORY_FACTS=100` makes a short trial run. */
const factCount = Number(process.env.MEMORY_FACTS ?? 1_000);
const otherPersonCount = 20;
const rounds = 200;
const maxTokens = 1_500;
const wordsPerSentence = 9;

/** Measures, on both databases, how long an answer waits for the memories of a person who has many. */
export const memory: Scenario = async (resources, progress) => {
  const figures: Figure[] = [];
  for (const kind of ["PGlite", "PostgreSQL"] as const) {
    const db = await openMigratedDatabase(kind, resources);
    progress(`${kind}: ${factCount} memories each of ${1 + otherPersonCount} people`);
    const text = createSyntheticText(7);
    let words: string[] = [];
    const createSentence = () => {
      if (words.length < wordsPerSentence) words = text.chunk().content.split(" ");
      return words.splice(0, wordsPerSentence).join(" ");
    };
    const ids = ["reader", ...Array.from({ length: otherPersonCount }, (_, index) => `other-${index}`)];
    for (const id of ids) {
      await addPerson(db, id);
      const facts = Array.from({ length: factCount }, (_, index) => ({
        ...{ id: `${index}`, target: { type: "user" } as const, content: `Knows ${createSentence()}.` },
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, index)),
      }));
      await insertMemories(db, getOwnerId(createTestActor(id)), facts);
    }
    const scope: MemoryScope = {
      ownerId: getOwnerId(createTestActor("reader")),
      ...{ includesPerson: true, projectId: null, assistantId: null },
    };
    const questions = Array.from({ length: rounds }, () => `What do I know about ${createSentence()}?`);
    const samples: Record<"ours" | "floor", number[]> = { ours: [], floor: [] };
    for (const [round, question] of questions.entries()) {
      const startedAt = performance.now();
      await listNewestMemories(db, scope, maxMemories);
      const listedAt = performance.now();
      await chooseMemories(db, scope, question, maxTokens);
      // The first rounds warm the database up.
      if (round < 10) continue;
      samples.floor.push(listedAt - startedAt);
      samples.ours.push(performance.now() - listedAt);
    }
    for (const [name, share] of [
      ["p50", 0.5],
      ["p95", 0.95],
    ] as const) {
      figures.push({
        ...{ name: `memories for a question, ${name}`, variant: kind, unit: "ms" },
        ours: percentile(samples.ours, share),
        floor: percentile(samples.floor, share),
        aim: { atMost: 5 },
      });
    }
  }
  return {
    scenario: "memory",
    floor: `the newest ${maxMemories} memories, read by an index, which is all for a person with few`,
    figures,
    notes: [
      `${factCount} facts of ten words, from 50,000 words whose frequencies follow Zipf's law, and questions of fourteen.`,
      "It runs beside the claim of the request, so the first token waits for less than this.",
    ],
  };
};
