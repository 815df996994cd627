import type { BulkOutcome } from "../../../entities/conversations/store/conversationActions.ts";
import { UndoError } from "../../../ui/notices/notify.tsx";

/**
 * Of the changes that a person could also take back in another way, only the latest is offered to be undone. A deletion is
 * not one of them: its notice stays.
 */
export const undoGroup = "conversations";

/**
 * Undoes a bulk action on conversations with `steps`, one after the other. If some conversations are left, throws an
 * `UndoError` with what `createRest` returns for their ids.
 */
export async function undoBulk(
  ids: readonly string[],
  steps: readonly (() => Promise<Pick<BulkOutcome, "done" | "failed">>)[],
  createRest: (ids: readonly string[]) => UndoError["rest"],
): Promise<void> {
  const doneIds = new Set<string>();
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      const { done, failed } = await step();
      for (const id of done) doneIds.add(id);
      errors.push(...failed.map(({ error }) => error));
    } catch (error) {
      errors.push(error);
    }
  }
  // Not only those that failed: an action that cannot reach the server ends before the others.
  const restIds = ids.filter((id) => !doneIds.has(id));
  if (restIds.length > 0) throw new UndoError(createRest(restIds), errors[0]);
}
