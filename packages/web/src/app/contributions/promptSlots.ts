import type { PromptSlots } from "../../entities/prompts/promptSlots.ts";
import { ModelSelector } from "../../features/models/ModelSelector.tsx";
import { lazy } from "../../lib/preload/lazy.ts";

/** The components that other features show in the dialog for prompt variables. */
export const promptSlots: PromptSlots = {
  FileField: lazy(() =>
    import("../../features/files/attach/PromptFileField.tsx").then(({ PromptFileField }) => ({
      default: PromptFileField,
    })),
  ),
  ModelSelector,
};
