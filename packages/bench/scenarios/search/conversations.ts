import type { findHits } from "../../../server/src/modules/conversations/search/findHits.ts";
import type { Db } from "../../../server/src/platform/db/database.ts";
import { createTestActor } from "../../../server/src/testing/createTestActor.ts";
import { createSyntheticText } from "../retrieval/syntheticText.ts";

const messagesPerConversation = 4;
const conversationsPerBatch = 100;
const syntheticText = createSyntheticText(7);

/** Search terms that occur in the added messages. */
export interface SearchSamples {
  rareWords: string[];
  commonWords: string[];
  beginnings: string[];
  threeWords: string[];
}

export async function addPerson(db: Db, id: string): Promise<void> {
  const now = new Date();
  const person = { issuer: "bench", subject: id, email: `${id}@example.org`, email_verified: true, name: id };
  await db
    .insertInto("users")
    .values({ id, ...person, is_admin: false, created_at: now, last_seen_at: now })
    .execute();
}

/** Adds conversations of this person, each changed one minute after the one before. Returns terms to search for. */
export async function addConversations(
  db: Db,
  ownerId: string,
  count: number,
  name = "conversation",
): Promise<SearchSamples> {
  const counts = new Map<string, number>();
  const sampleTexts: string[] = [];
  for (let from = 0; from < count; from += conversationsPerBatch) {
    const ids = Array.from(
      { length: Math.min(conversationsPerBatch, count - from) },
      (_, index) => `${name}-${from + index}`,
    );
    await db
      .insertInto("conversations")
      .values(
        ids.map((id, index) => {
          const changedAt = new Date(Date.UTC(2026, 0, 1) + (from + index) * 60_000);
          return {
            owner_id: ownerId,
            id,
            name: id,
            tags: "[]",
            extra: "{}",
            revision: 1,
            created_at: changedAt,
            updated_at: changedAt,
          };
        }),
      )
      .execute();
    const messages = ids.flatMap((id) =>
      Array.from({ length: messagesPerConversation }, (_, index) => {
        const content = syntheticText
          .chunk()
          .content.split(" ")
          .slice(0, index % 2 === 0 ? 60 : 140)
          .join(" ");
        for (const word of new Set(content.split(" "))) counts.set(word, (counts.get(word) ?? 0) + 1);
        if (sampleTexts.length < 100) sampleTexts.push(content);
        return {
          owner_id: ownerId,
          conversation_id: id,
          id: `m${index}`,
          parent_id: index === 0 ? null : `m${index - 1}`,
          role: index % 2 === 0 ? "user" : "assistant",
          content,
          data: "{}",
          created_at: new Date(),
        };
      }),
    );
    await db
      .insertInto("messages")
      .values(messages.map((message) => ({ ...message, revision: 1 })))
      .execute();
  }
  const wordsByCount = [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
  return {
    rareWords: wordsByCount.slice(-2_000).filter((_, index) => index % 40 === 0),
    commonWords: wordsByCount.slice(0, 10),
    beginnings: wordsByCount.slice(0, 20).map((word) => word.slice(0, 2)),
    threeWords: sampleTexts.map((content) => content.split(" ").slice(7, 10).join(" ")),
  };
}

/** Creates the context in which this person searches. */
export function createSearchContext(db: Db, userId: string): Parameters<typeof findHits>[0] {
  const actor = createTestActor(userId);
  return { db, actor, signal: new AbortController().signal };
}
