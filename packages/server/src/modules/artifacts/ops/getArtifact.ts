import { ArtifactType, artifactTexts, compressTextIncrementally, getArtifact } from "@lectern/contract";
import * as z from "zod/mini";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { runCooperatively } from "../../../core/runCooperatively.ts";
import { visibleTo } from "../../access/service.ts";
import { findSaved, getSharedBy } from "../saved/repository.ts";

export const getArtifactHandler = implement(getArtifact, async (ctx, { artifact_id: key }) => {
  const row = await findSaved(ctx.db, visibleTo(ctx.actor, "artifact", "read"), key);
  if (!row) throw new AppError("notFound", { userMessage: artifactTexts.notFound });
  return {
    artifactId: row.artifact_id,
    version: row.version,
    name: row.name,
    description: row.description,
    type: z.parse(ArtifactType, row.type),
    tags: row.tags,
    createdAt: row.created_on,
    sharedBy: getSharedBy(row, ctx.actor.principal.id),
    contents: await runCooperatively(compressTextIncrementally(row.contents)),
  };
});
