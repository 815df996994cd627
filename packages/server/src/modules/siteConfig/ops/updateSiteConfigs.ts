import { updateSiteConfigs } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { saveSections } from "../saveSections.ts";

export const updateSiteConfigsHandler = implement(updateSiteConfigs, (ctx, { configurations }) =>
  saveSections(ctx, configurations),
);
