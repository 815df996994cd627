import type { PromptSlots } from "../../entities/prompts/promptSlots.ts";
import { ModelSelector } from "../../features/models/ModelSelector.tsx";
import { ContentOptimizer } from "../../features/optimizer/contributions.tsx";
import { lazy } from "../../lib/preload/lazy.ts";

/** The components that other features show in the dialogs for prompts. */
export const promptSlots: PromptSlots = {
  FileField: lazy(() =>
    import("../../features/files/attach/PromptFileField.tsx").then(({ PromptFileField }) => ({
      default: PromptFileField,
    })),
  ),
  ModelSelector,
  ContentTool: ContentOptimizer,
};
