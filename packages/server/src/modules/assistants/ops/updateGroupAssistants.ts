import { type OpInput, updateGroupAssistants as op } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Context } from "../../../core/context.ts";
import { implement } from "../../../core/implement.ts";
import { getGroup } from "../../groups/service.ts";
import { deleteAssistant } from "../deleteAssistant.ts";
import { type AssistantChange, applyInTurn } from "../saving/applyInTurn.ts";
import { saveAssistant } from "../saving/saveAssistant.ts";

type Input = OpInput<typeof op>;
type Item = Input["assistants"][number];

export const updateGroupAssistantsHandler = implement(op, async (ctx, { group_id, update_type, assistants }) => ({
  assistantData: await applyInTurn(async () => {
    await getGroup(ctx.db, ctx.actor, "manageAssistants", group_id);
    return assistants.map((item, index) => toChange(ctx, group_id, update_type, item, index));
  }),
}));

/** Returns what to do with one assistant. Throws `invalidInput`. */
function toChange(
  ctx: Context,
  groupId: string,
  type: Input["update_type"],
  item: Item,
  index: number,
): AssistantChange {
  const assistantId = (typeof item === "string" ? item : item.assistantId) ?? undefined;
  if (type === "REMOVE") {
    if (assistantId === undefined) throw createItemError(index, "must be the id of an assistant");
    return async () => {
      await deleteAssistant(ctx, ctx.actor, { assistantId, groupId });
      return null;
    };
  }
  if (typeof item === "string") throw createItemError(index, "must be an assistant");
  if (type === "UPDATE" && assistantId === undefined) throw createItemError(index, "must have an assistantId");
  if (type === "ADD" && assistantId !== undefined) throw createItemError(index, "must not have an assistantId");
  const { assistantId: _, baseVersion, isPublished, ...content } = item;
  return () => saveAssistant(ctx, ctx.actor, { content, assistantId, baseVersion, groupId, isPublished });
}

const createItemError = (index: number, message: string) =>
  new AppError("invalidInput", { issues: [{ path: `assistants.${index}`, message }] });
