import { listPptxTemplates } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { listTemplates } from "../pptxTemplates/repository.ts";

export const listPptxTemplatesHandler = implement(listPptxTemplates, async ({ db }) => {
  const templates = await listTemplates(db);
  return {
    templates: templates.map(({ name, isAvailable, directoryGroups, bytes, uploadedAt, uploadedBy }) => ({
      name,
      isAvailable,
      amplifyGroups: directoryGroups,
      size: bytes,
      uploadedAt: uploadedAt.toISOString(),
      uploadedBy,
    })),
  };
});
