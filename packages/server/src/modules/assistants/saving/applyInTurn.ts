import { AppError } from "../../../core/appError.ts";
import { toStorageAppError } from "../../../core/toStorageAppError.ts";
import type { SavedAssistant } from "./saveAssistant.ts";

/** Saves or deletes one assistant. Resolves with the saved version, or null for a deletion. */
export type AssistantChange = () => Promise<SavedAssistant | null>;

/**
 * Applies changes one after the other and returns what was saved. `prepare` gives the changes before the first one is
 * applied. Any error names in `assistantData` what was saved before it, so that a caller who tries again does not save
 * it twice.
 */
export async function applyInTurn(prepare: () => Promise<readonly AssistantChange[]>): Promise<SavedAssistant[]> {
  const assistantData: SavedAssistant[] = [];
  try {
    for (const apply of await prepare()) {
      const saved = await apply();
      if (saved) assistantData.push(saved);
    }
    return assistantData;
  } catch (error) {
    throw withFields(error, { assistantData });
  }
}

function withFields(error: unknown, added: Record<string, unknown>): AppError {
  const appError =
    error instanceof AppError ? error : (toStorageAppError(error) ?? new AppError("internal", { cause: error }));
  const { code, userMessage, issues, fields, headers } = appError;
  return new AppError(code, {
    userMessage,
    ...(issues ? { issues } : {}),
    fields: { ...fields, ...added },
    headers,
    cause: error,
  });
}
