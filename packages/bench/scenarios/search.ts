import { getOwnerId } from "../../server/src/modules/access/service.ts";
import {
  updateEndedAnswer,
  updateUnfinishedAnswers,
} from "../../server/src/modules/conversations/messages/repository.ts";
import { listRecentConversations } from "../../server/src/modules/conversations/repository.ts";
import { findHits } from "../../server/src/modules/conversations/search/findHits.ts";
import type { Db } from "../../server/src/platform/db/database.ts";
import { createTestActor } from "../../server/src/testing/createTestActor.ts";
import type { Figure } from "../report.ts";
import { openMigratedDatabase } from "../support/openMigratedDatabase.ts";
import { percentile } from "../support/percentile.ts";
import type { Scenario } from "../support/scenario.ts";
import { addConversations, addPerson, createSearchContext, type SearchSamples } from "./search/conversations.ts";

/** `SEARCH_CONVERSATIONS=200` makes a short test run. */
const readerId = getOwnerId(createTestActor("reader"));
const conversationCount = Number(process.env.SEARCH_CONVERSATIONS ?? 10_000);
/** Number of other people. Together they have as many conversations as the reader. */
const otherPersonCount = 200;
const rounds = 40;

/** Measures, on both databases, search in one person's messages and how much its index slows the writing of answers. */
export const search: Scenario = async (resources, progress) => {
  const figures: Figure[] = [];
  for (const kind of ["PGlite", "PostgreSQL"] as const) {
    const db = await openMigratedDatabase(kind, resources);
    progress(`${kind}: ${conversationCount} conversations of one person, as many of ${otherPersonCount} others`);
    await addPerson(db, "reader");
    const searchSamples = await addConversations(db, "reader", conversationCount);
    for (let other = 0; other < otherPersonCount; other++) {
      const id = `${other}-other`.padStart(12, "0");
      await addPerson(db, id);
      await addConversations(db, id, Math.ceil(conversationCount / otherPersonCount));
    }
    figures.push(
      ...(await measureSearches(db, kind, searchSamples, progress)),
      ...(await measureWrites(db, kind, progress)),
    );
  }
  return {
    scenario: "search",
    floor:
      "for a search: the first page of the list, read by an index (`listRecentConversations`, 50 conversations); for " +
      "a write: the same without the index",
    figures,
    notes: [
      `Conversations of four messages of 60 to 140 words, from 50,000 words whose frequencies follow Zipf's law; ${rounds} searches of each kind.`,
      "A search is the server's whole work for the op: the index, the matching messages, the passages with their " +
        "marks.",
    ],
  };
};

async function measureSearches(
  db: Db,
  kind: string,
  searchSamples: SearchSamples,
  progress: (line: string) => void,
): Promise<Figure[]> {
  const searchContext = createSearchContext(db, "reader");
  const queryKinds: [string, string[]][] = [
    ["a rare word", searchSamples.rareWords],
    ["a common word", searchSamples.commonWords],
    ["two letters, as they are typed", searchSamples.beginnings],
    ["three words of one message", searchSamples.threeWords],
    ["a word that is nowhere", searchSamples.rareWords.map((word) => `${word}qqq`)],
  ];
  const listDurations = await timeRounds(rounds, () => listRecentConversations(db, readerId, null, 50));
  const figures: Figure[] = [];
  for (const [name, queries] of queryKinds) {
    progress(`${kind}: ${name}`);
    const durations = await timeRounds(rounds, (round) =>
      findHits(searchContext, { query: queries[round % queries.length] ?? "", limit: 50, after: null }),
    );
    for (const [which, share] of [
      ["p50", 0.5],
      ["p95", 0.95],
    ] as const) {
      figures.push({
        name: `${name}, ${which}`,
        variant: kind,
        unit: "ms",
        ours: percentile(durations, share),
        floor: percentile(listDurations, share),
        aim: { atMost: 200 },
      });
    }
  }
  return figures;
}

/** Measures writes of a growing 8 kB answer and of its final version, with and without the index. */
async function measureWrites(db: Db, kind: string, progress: (line: string) => void): Promise<Figure[]> {
  progress(`${kind}: writes`);
  await addConversations(db, "reader", 1, "writing");
  const conversationKey = { ownerId: readerId, conversationId: "writing-0" };
  const text = (await readSampleText(db)).slice(0, 8_000);
  const writeGrowingAnswer = (round: number) =>
    updateUnfinishedAnswers(db, [
      {
        ...conversationKey,
        id: "m1",
        content: text.slice(0, 1_000 + (round % 40) * 175),
        data: JSON.stringify({ run: { requestId: "r" } }),
      },
    ]);
  const writeEndedAnswer = async (round: number) => {
    await db
      .updateTable("messages")
      .set({ data: "{}", content: "" })
      .where("owner_id", "=", "reader")
      .where("conversation_id", "=", "writing-0")
      .where("id", "=", "m1")
      .execute();
    const startedAt = performance.now();
    const answer = { id: "m1", content: `${text} ${round}`, data: JSON.stringify({ end: { end: "done" } }) };
    await updateEndedAnswer(db, conversationKey, answer, new Date());
    return performance.now() - startedAt;
  };
  const measure = async () => {
    await db
      .updateTable("messages")
      .set({ data: JSON.stringify({ run: { requestId: "r" } }) })
      .where("owner_id", "=", "reader")
      .where("conversation_id", "=", "writing-0")
      .where("id", "=", "m1")
      .execute();
    const growing = await timeRounds(400, writeGrowingAnswer);
    const ending: number[] = [];
    for (let round = 0; round < 60; round++) ending.push(await writeEndedAnswer(round));
    return { growing, ending };
  };
  const ours = await measure();
  await db.schema.dropIndex("messages_words").execute();
  const floor = await measure();
  const buildFigure = (name: string, key: keyof typeof ours, share: number): Figure => ({
    name,
    variant: kind,
    unit: "ms",
    ours: percentile(ours[key], share),
    floor: percentile(floor[key], share),
  });
  return [
    buildFigure("write of a growing answer, p50", "growing", 0.5),
    buildFigure("write of a growing answer, p95", "growing", 0.95),
    buildFigure("write of its end, p50", "ending", 0.5),
    buildFigure("write of its end, p95", "ending", 0.95),
  ];
}

async function readSampleText(db: Db): Promise<string> {
  const rows = await db.selectFrom("messages").select("content").where("owner_id", "=", "reader").limit(20).execute();
  return rows.map(({ content }) => content).join(" ");
}

async function timeRounds(count: number, work: (round: number) => Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  for (let round = -1; round < count; round++) {
    const startedAt = performance.now();
    await work(Math.max(round, 0));
    if (round >= 0) durations.push(performance.now() - startedAt);
  }
  return durations;
}
