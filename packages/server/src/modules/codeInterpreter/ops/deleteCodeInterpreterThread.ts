import { deleteCodeInterpreterThread } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { markDeleted } from "../files/repository.ts";

export const deleteCodeInterpreterThreadHandler = implement(deleteCodeInterpreterThread, async (ctx, { threadId }) => ({
  deletedFiles: await markDeleted(ctx.db, getOwnerId(ctx.actor), { threadId }, ctx.clock.now()),
}));
