import { deleteArtifactVersion } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { changeVersions } from "../artifacts/changeArtifacts.ts";
import { deleteVersion, keepNumbers } from "../artifacts/repository.ts";

export const deleteArtifactVersionHandler = implement(deleteArtifactVersion, async (ctx, input) => {
  const { conversationId, artifactId, version } = input;
  const key = { ownerId: getOwnerId(ctx.actor), conversationId };
  await changeVersions(ctx, key, async (tx) => {
    if (await deleteVersion(tx, key, { artifactId, version })) await keepNumbers(tx, key, [{ artifactId, version }]);
  });
  return {};
});
