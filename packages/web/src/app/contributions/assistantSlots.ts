import type { AssistantSlots } from "../../entities/assistants/assistantSlots.ts";
import { lazy } from "../../lib/preload/lazy.ts";

/** The components that other features show in the editor of assistants. */
export const assistantSlots: AssistantSlots = {
  DocumentsField: lazy(() =>
    import("../../features/files/attach/AssistantDocumentsField.tsx").then(({ AssistantDocumentsField }) => ({
      default: AssistantDocumentsField,
    })),
  ),
};
