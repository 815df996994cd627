import { receiveSharedFiles } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { receiveSnapshotFiles } from "../useReceived.ts";

export const receiveSharedFilesHandler = implement(receiveSharedFiles, async (ctx, { key }) => ({
  files: await receiveSnapshotFiles(ctx, ctx.actor, key),
}));
