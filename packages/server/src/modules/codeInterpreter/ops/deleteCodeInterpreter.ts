import { deleteCodeInterpreter } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { markDeleted } from "../files/repository.ts";

export const deleteCodeInterpreterHandler = implement(deleteCodeInterpreter, async (ctx, { assistantId }) => ({
  deletedFiles: await markDeleted(ctx.db, getOwnerId(ctx.actor), { assistantId }, ctx.clock.now()),
}));
