import { updatePptxTemplate } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { changePptxTemplate } from "../pptxTemplates/changePptxTemplate.ts";

export const updatePptxTemplateHandler = implement(updatePptxTemplate, async (ctx, input) => {
  const { template_name, isAvailable, amplifyGroups } = input;
  await changePptxTemplate(ctx, { name: template_name, isAvailable, amplifyGroups });
  return {};
});
