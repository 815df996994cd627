import { listAssistantVersions as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getSubject } from "../../access/service.ts";
import { listVersions } from "../listing/definitionRepository.ts";
import { findSummary } from "../listing/repository.ts";
import { authorizeAssistant } from "../policy.ts";

const versionsPerPage = 50;

export const listAssistantVersionsHandler = implement(op, async (ctx, { assistantId, before }) => {
  authorizeAssistant(await findSummary(ctx.db, getSubject(ctx.actor), assistantId), "readVersions");
  const page = { before: before ?? null, limit: versionsPerPage + 1 };
  const rows = await listVersions(ctx.db, assistantId, page);
  const versions = rows
    .slice(0, versionsPerPage)
    .map(({ savedAt, ...version }) => ({ ...version, savedAt: savedAt.toISOString() }));
  return { versions, nextBefore: rows.length > versionsPerPage ? (versions.at(-1)?.version ?? null) : null };
});
