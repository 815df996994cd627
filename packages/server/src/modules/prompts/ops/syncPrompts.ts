import { syncPrompts } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { syncPromptStore } from "../syncPromptStore.ts";

export const syncPromptsHandler = implement(syncPrompts, async (ctx, { since, changes }) => {
  const issues = changes.flatMap(({ id, item }, index) =>
    item && item.id !== id ? [{ path: `changes.${index}.item.id`, message: "is not the id of the change" }] : [],
  );
  if (issues.length > 0) throw new AppError("invalidInput", { issues });
  return syncPromptStore(ctx, { since, changes });
});
