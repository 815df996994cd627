import type { Conversation } from "@lectern/contract";
import type { ImportContext, ImportKind, ParsedImport } from "../importTypes.ts";
import { createLeftOutCounter } from "../leftOut.ts";
import { type Fields, toFields } from "../sanitizeJson.ts";
import { parseEach, removeDuplicates } from "./workspaceFormat.ts";

/** Parses an export that is a list of conversations, of which `parse` parses one. */
export function parseConversationList(
  kind: ImportKind,
  items: readonly unknown[],
  now: Date,
  parse: (fields: Fields, context: ImportContext) => Conversation[],
): ParsedImport {
  const context: ImportContext = { now, skipped: [], leftOut: createLeftOutCounter() };
  const { skipped } = context;
  const parsed = parseEach(items, skipped, (item) => parse(toFields(item), context));
  const conversations = removeDuplicates(parsed, skipped);
  return { kind, conversations, folders: [], prompts: [], skipped, leftOut: context.leftOut.list() };
}
