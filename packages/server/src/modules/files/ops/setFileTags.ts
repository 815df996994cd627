import { setFileTags } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { visibleTo } from "../../access/service.ts";
import { toDeniedFileError } from "../createFileNotFoundError.ts";
import { toUserTags } from "../policy.ts";
import { publishFile } from "../publishFiles.ts";
import { updateTags } from "../repository.ts";

export const setFileTagsHandler = implement(setFileTags, async (ctx, { id, tags }) => {
  const userTags = toUserTags(tags);
  if (!(await updateTags(ctx.db, visibleTo(ctx.actor, "file", "tag"), id, userTags)))
    throw await toDeniedFileError(ctx, id);
  await publishFile(ctx, id);
  return { tags: userTags };
});
