import { setFileTags } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { noSuchFile } from "../noSuchFile.ts";
import { ownTags } from "../policy.ts";
import { writeTags } from "../repository.ts";

export const setFileTagsHandler = implement(setFileTags, async (ctx, { id, tags }) => {
  const kept = ownTags(tags);
  if (!(await writeTags(ctx.db, ctx.actor.userId, id, kept))) throw noSuchFile();
  return { tags: kept };
});
