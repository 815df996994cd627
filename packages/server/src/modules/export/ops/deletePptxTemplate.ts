import { deletePptxTemplate as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { deletePptxTemplate } from "../pptxTemplates/changePptxTemplate.ts";

export const deletePptxTemplateHandler = implement(op, async (ctx, { template_name }) => {
  await deletePptxTemplate(ctx, template_name);
  return {};
});
