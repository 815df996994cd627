import { getSiteConfigs } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { readSections } from "../readSections.ts";
import { listSections } from "../sections.ts";

export const getSiteConfigsHandler = implement(getSiteConfigs, async (ctx, { lazy_load }) => {
  const sections = await readSections(ctx.db, ctx, listSections(lazy_load === undefined ? null : lazy_load === "1"));
  return {
    ...Object.fromEntries(sections.map(({ type, data }) => [type, data])),
    states: Object.fromEntries(sections.map(({ type, state }) => [type, state])),
  };
});
