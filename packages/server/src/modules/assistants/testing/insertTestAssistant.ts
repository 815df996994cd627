import { randomUUID } from "node:crypto";
import { AssistantContent, type AssistantContentInput } from "@lectern/contract";
import * as z from "zod/mini";
import type { Platform } from "../../../core/context.ts";

export interface TestAssistant {
  id: string;
  versionId: string;
}

/** Inserts an assistant of a principal with its first version. */
export async function insertTestAssistant(
  { db, clock }: Pick<Platform, "db" | "clock">,
  ownerId: string,
  content: AssistantContentInput,
  { isPublished = true } = {},
): Promise<TestAssistant> {
  const parsed = z.parse(AssistantContent, content);
  const id = `astp/${randomUUID()}`;
  const now = clock.now();
  await db
    .insertInto("assistants")
    .values({
      ...{ id, owner_id: ownerId, name: parsed.name, version: 1, is_published: isPublished },
      ...{ created_at: now, updated_at: now },
    })
    .execute();
  const versionId = await insertVersion(db, id, { version: 1, content: parsed, savedAt: now });
  return { id, versionId };
}

/** Saves a second version of an assistant. Returns its id. */
export async function saveTestAssistant(
  { db, clock }: Pick<Platform, "db" | "clock">,
  id: string,
  content: AssistantContentInput,
): Promise<string> {
  const { version } = await db
    .updateTable("assistants")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .returning("version")
    .executeTakeFirstOrThrow();
  return insertVersion(db, id, { version, content: z.parse(AssistantContent, content), savedAt: clock.now() });
}

async function insertVersion(
  db: Platform["db"],
  assistantId: string,
  { version, content, savedAt }: { version: number; content: AssistantContent; savedAt: Date },
): Promise<string> {
  const id = `ast/${randomUUID()}`;
  await db
    .insertInto("assistant_versions")
    .values({
      ...{ assistant_id: assistantId, version, id, saved_by: null, saved_at: savedAt },
      content: JSON.stringify(content),
    })
    .execute();
  return id;
}
