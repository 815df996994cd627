import { listFileTags } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { listTags } from "../repository.ts";

export const listFileTagsHandler = implement(listFileTags, async (ctx) => ({
  tags: await listTags(ctx.db, getOwnerId(ctx.actor)),
}));
