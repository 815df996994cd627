import { addArtifactVersions } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { addVersions } from "../artifacts/changeArtifacts.ts";

export const addArtifactVersionsHandler = implement(
  addArtifactVersions,
  async (ctx, { conversationId, versions, restore }) => ({
    skipped: await addVersions(ctx, { ownerId: getOwnerId(ctx.actor), conversationId }, versions, restore),
  }),
);
