import { getAssistant as op } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { getOwnerIdOfAssistant, getSubject, isVerbAllowed } from "../../access/service.ts";
import { describeAttachedFiles } from "../../files/service.ts";
import { listFileKeysOfContent } from "../applyContent.ts";
import { getPresentationOptions } from "../groupAssistants.ts";
import { findVersion } from "../listing/definitionRepository.ts";
import { presentDefinition, presentSummary } from "../listing/present.ts";
import { findSummary } from "../listing/repository.ts";
import { authorizeAssistant } from "../policy.ts";

export const getAssistantHandler = implement(op, async (ctx, { assistantId, version }) => {
  const row = authorizeAssistant(
    await findSummary(ctx.db, getSubject(ctx.actor), assistantId),
    version === undefined ? "use" : "readVersions",
  );
  const options = await getPresentationOptions(ctx, ctx.actor);
  const assistant = presentSummary(row, options);
  if (!isVerbAllowed(row.role, "assistant", "read")) return { assistant, definition: null };
  const found = await findVersion(ctx.db, assistantId, version ?? row.version);
  if (!found) throw new AppError("notFound", { userMessage: "This version of the assistant doesn’t exist." });
  const owner = getOwnerIdOfAssistant(row);
  const files = await describeAttachedFiles(ctx, owner, listFileKeysOfContent(found.content));
  return { assistant, definition: presentDefinition(row, found, files, options) };
});
