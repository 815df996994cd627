import { createHash } from "node:crypto";
import { artifactTexts, editArtifactVersion } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { assertWithinLimits, changeVersions } from "../artifacts/changeArtifacts.ts";
import { findContents, updateLatestVersion, updateVersion } from "../artifacts/repository.ts";

export const editArtifactVersionHandler = implement(editArtifactVersion, async (ctx, input) => {
  const { conversationId, artifactId, version, contents, baseHash, isUndo = false } = input;
  const key = { ownerId: getOwnerId(ctx.actor), conversationId };
  await changeVersions(ctx, key, async (tx) => {
    const stored = (await findContents(tx, key, [{ artifactId, version }])).get(artifactId);
    if (stored === undefined) throw new AppError("notFound", { userMessage: artifactTexts.notFound });
    if (baseHash !== undefined && baseHash !== createHash("sha256").update(stored).digest("hex"))
      throw new AppError("conflict", { userMessage: "This version has since been changed elsewhere." });
    // What is undone is known by its hash.
    if (isUndo && baseHash !== undefined) await updateVersion(tx, key, { artifactId, version }, contents);
    else if (!(await updateLatestVersion(tx, key, { artifactId, version }, contents)))
      throw new AppError("conflict", { userMessage: "This artifact has a newer version. Please reload the page." });
    await assertWithinLimits(tx, key);
  });
  return {};
});
