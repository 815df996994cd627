import { setFileTags } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { createFileNotFoundError } from "../createFileNotFoundError.ts";
import { toUserTags } from "../policy.ts";
import { updateTags } from "../repository.ts";

export const setFileTagsHandler = implement(setFileTags, async (ctx, { id, tags }) => {
  const userTags = toUserTags(tags);
  if (!(await updateTags(ctx.db, getOwnerId(ctx.actor), id, userTags))) throw createFileNotFoundError();
  return { tags: userTags };
});
