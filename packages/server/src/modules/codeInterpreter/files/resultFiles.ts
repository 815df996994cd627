import { type BrowserToolResult, type GeneratedFile, localFileKeyPrefix } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Actor, Platform } from "../../../core/context.ts";
import type { ChatTurn } from "../../../core/run/chatTurn.ts";
import { getOwnerId } from "../../access/service.ts";
import { findGeneratedFiles, type GeneratedFileRow, setConversation } from "./repository.ts";

type Services = Pick<Platform, "db" | "clock">;
type Turn = Pick<ChatTurn, "codeInterpreter" | "cloudIds">;

/**
 * Throws `invalidInput` if a result names a file that is neither in the browser alone nor one that the actor has uploaded
 * for the code interpreter of the turn.
 */
export async function assertResultFiles(
  platform: Services,
  actor: Actor,
  turn: Turn,
  { files }: Pick<BrowserToolResult, "files">,
): Promise<void> {
  const keys = listStoredKeys(files);
  const rows = await findFiles(platform, actor, turn, keys);
  if (rows.size === keys.length) return;
  const message = "must name files that were uploaded for this code interpreter";
  throw new AppError("invalidInput", { issues: [{ path: "continueRun.decisions", message }] });
}

/** Returns the files of a result with what the server knows of them, and makes them part of a cloud conversation. */
export async function attachResultFiles(
  platform: Services,
  actor: Actor,
  turn: Turn,
  { files }: Pick<BrowserToolResult, "files">,
): Promise<GeneratedFile[]> {
  const rows = await findFiles(platform, actor, turn, listStoredKeys(files));
  if (turn.cloudIds) {
    const conversation = { conversationId: turn.cloudIds.conversationId, at: platform.clock.now() };
    await setConversation(platform.db, getOwnerId(actor), [...rows.keys()], conversation);
  }
  return files.flatMap((file) => {
    if (isLocal(file.values.file_key)) return [file];
    const row = rows.get(file.values.file_key);
    return row ? [present(file, row)] : [];
  });
}

const isLocal = (key: string) => key.startsWith(localFileKeyPrefix);

function listStoredKeys(files: readonly GeneratedFile[]): string[] {
  const keys = files.flatMap(({ values }) => [values.file_key, values.file_key_low_res ?? []].flat());
  return [...new Set(keys.filter((key) => !isLocal(key)))];
}

async function findFiles(
  { db }: Services,
  actor: Actor,
  { codeInterpreter }: Turn,
  keys: readonly string[],
): Promise<Map<string, GeneratedFileRow>> {
  const rows = codeInterpreter
    ? await findGeneratedFiles(db, getOwnerId(actor), keys, codeInterpreter.assistantId)
    : [];
  return new Map(rows.map((row) => [row.id, row]));
}

function present({ values }: GeneratedFile, { type, id, name, size, created_at }: GeneratedFileRow): GeneratedFile {
  return {
    type,
    values: {
      ...values,
      ...{ file_key: id, file_name: name, file_size: size, createdAt: created_at.toISOString() },
    },
  };
}
