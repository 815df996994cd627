import { AppError } from "../../core/appError.ts";
import { parseWireId, toWireId } from "./keyId.ts";
import type { VisibleKey } from "./repository.ts";

/**
 * Finds the key that a client named among those that the client sees. `find` returns visible keys by their uuids. Throws
 * `notFound`.
 */
export async function getVisibleKey(
  wireId: string,
  find: (ids: readonly string[]) => Promise<VisibleKey[]>,
): Promise<VisibleKey> {
  const id = parseWireId(wireId);
  const key = id === null ? undefined : findByWireId(await find([id]), wireId);
  if (!key) throw createKeyNotFoundError();
  return key;
}

/** The whole id must be right, although its last part is unique. */
export function findByWireId(keys: readonly VisibleKey[], wireId: string): VisibleKey | undefined {
  return keys.find((key) => toWireId(key) === wireId);
}

export function createKeyNotFoundError(): AppError {
  return new AppError("notFound", { userMessage: "This API key doesn’t exist, or you don’t have access to it." });
}
