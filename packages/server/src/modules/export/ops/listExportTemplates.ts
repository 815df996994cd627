import { listExportTemplates } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { listTemplates } from "../exportTemplates.ts";

export const listExportTemplatesHandler = implement(listExportTemplates, async (ctx) => {
  const { unavailable } = ctx.converter;
  if (unavailable !== null) return { unavailable, templates: [] };
  const templates = await listTemplates(ctx, ctx.actor);
  return { unavailable, templates: templates.map(({ name, format, isDefault }) => ({ name, format, isDefault })) };
});
