import { randomUUID } from "node:crypto";
import { decompressContents, parseConversationArtifacts } from "@lectern/contract";
import { expect, test } from "vitest";
import { presentWholeConversation } from "../present.ts";
import type { ConversationRow } from "../repository.ts";

test("compressing the artifacts of a conversation lets other work run", async () => {
  const contents = Array.from({ length: 27_000 }, () => randomUUID()).join("");
  const artifact = { artifactId: "a", version: 1, name: "A", description: "", type: "" as const, createdAt: "" };
  const version = { ...artifact, tags: [], sharedBy: null, messageId: null, contents };
  const now = new Date();
  const row: ConversationRow = {
    ...{ owner_id: "p", id: "c", name: "C" },
    ...{
      model_id: null,
      prompt: null,
      temperature: null,
      max_tokens: null,
      account_id: null,
      artifact_numbers: {},
      folder_id: null,
    },
    ...{ tags: [], group_type: null, code_interpreter_assistant_id: null, is_pinned: false, is_archived: false },
    ...{ head_id: null, bytes: 0, extra: {}, revision: 1, created_at: now, updated_at: now },
  };
  let hasRun = false;
  setImmediate(() => {
    hasRun = true;
  });
  const { artifacts } = await presentWholeConversation(row, [], [version]);
  expect(hasRun).toBe(true);
  expect(parseConversationArtifacts({ ...Object(artifacts) })).toEqual([version]);
  expect(decompressContents(Object(artifacts).a[0].contents)).toBe(contents);
});
