import { saveArtifact } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { publishBrowserEvent } from "../../browserEvents/service.ts";
import { storeArtifact } from "../saved/storeArtifact.ts";

export const saveArtifactHandler = implement(saveArtifact, async (ctx, { artifact }) => {
  const { key, ownerId, content, savedAt } = await storeArtifact(ctx, ctx.actor, artifact);
  publishBrowserEvent(ctx, ownerId, { type: "shares" });
  const { name, description, createdAt, sharedBy, type, tags } = content;
  return { key, name, description, createdAt, sharedBy, type, tags, savedAt: savedAt.toISOString() };
});
