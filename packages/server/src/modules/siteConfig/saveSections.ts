import type { ConfigChange, ConfigResult } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Context } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { getAuditSource, recordAudit } from "../audit/service.ts";
import { publishToAllBrowsers } from "../browserEvents/service.ts";
import { readSections } from "./readSections.ts";
import { lockSection, storeSection } from "./repository.ts";
import { getSection } from "./sections.ts";

const savedMeanwhile = "Somebody else has saved this meanwhile.";

/** Saves sections, each in a transaction of its own, so that one that is refused does not hold up the others. */
export async function saveSections(
  ctx: Context,
  changes: readonly ConfigChange[],
): Promise<Partial<Record<ConfigChange["type"], ConfigResult>>> {
  const results: Partial<Record<ConfigChange["type"], ConfigResult>> = {};
  for (const change of changes) {
    results[change.type] = await saveSection(ctx, change).catch((error: unknown): ConfigResult => {
      if (error instanceof AppError) return { success: false, message: error.userMessage };
      ctx.log.error({ err: error, type: change.type }, "a section of the configuration could not be saved");
      return { success: false, message: "Something went wrong. Please try again." };
    });
  }
  if (Object.values(results).some(({ success }) => success)) publishToAllBrowsers(ctx, { type: "config" });
  return results;
}

async function saveSection(ctx: Context, { type, data, revision }: ConfigChange): Promise<ConfigResult> {
  const section = getSection(type);
  const { actor } = ctx;
  const incomplete = section.describeIncomplete?.(data) ?? null;
  const result = await transaction(ctx.db, async (tx): Promise<ConfigResult> => {
    await section.lock?.(tx);
    const present = await lockSection(tx, type, ctx.clock.now());
    const before = await section.read(tx, ctx);
    if (revision !== undefined && revision !== present) {
      const [current] = await readSections(tx, ctx, [section]);
      return {
        success: false,
        message: savedMeanwhile,
        ...(current && { current: { [type]: current.data, state: current.state } }),
      };
    }
    const value = await section.save(tx, { ctx, actor, data });
    // Nothing has changed, so the audit log has no entry and nobody else's page becomes outdated.
    if (incomplete?.isAll) return { success: true, message: incomplete.message };
    await storeSection(tx, type, { value, savedBy: actor.principal.id, now: ctx.clock.now() });
    await recordAudit(tx, getAuditSource(ctx, actor), {
      verb: "configure",
      objectType: "configuration",
      objectIds: [type],
      before: section.toAudited(ctx, before),
      after: section.toAudited(ctx, await section.read(tx, ctx)),
    });
    return { success: true, ...(incomplete && { message: incomplete.message }) };
  });
  if (result.success) section.publish?.(ctx);
  return result;
}
