import { t } from "@lingui/core/macro";
import { use, useMemo, useState } from "react";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { readDocumentText } from "../../../entities/files/readDocumentText.ts";
import { useModels } from "../../../entities/models/useModels.ts";
import type { FillRequest } from "../../../entities/prompts/fillPrompt.ts";
import { PromptSlotsContext } from "../../../entities/prompts/promptSlots.ts";
import { usePrompts } from "../../../entities/prompts/store/usePrompts.ts";
import { toRenderedPrompt } from "../../../entities/prompts/template/renderTemplateWithoutInput.ts";
import { getVariableDraftKey } from "./getVariableDraftKey.ts";
import { VariableDialog } from "./VariableDialog.tsx";

function getSubmitLabel(purpose: FillRequest["purpose"]): string {
  switch (purpose) {
    case "start":
      return t({ message: "Start", context: "a conversation" });
    case "send":
      return t`Send`;
    case "insert":
      return t`Insert`;
    default:
      return purpose satisfies never;
  }
}

/** The dialog for the variables of a requested prompt and, if the prompt starts a conversation, for the model. */
export function FillDialog({ request, isOpen }: { request: FillRequest; isOpen: boolean }) {
  const { prompt, purpose, resolve } = request;
  const { userId, store } = useConversationStore();
  const templates = usePrompts();
  const models = useModels();
  const { ModelSelector } = use(PromptSlotsContext);
  const [chosenModelId, setChosenModelId] = useState<string | null>(null);
  const modelId = chosenModelId ?? models.find(request.modelId)?.id ?? models.default?.id ?? null;
  const sources = useMemo(
    () => ({
      readConversation: (id: string) => store.read(id),
      readDocument: readDocumentText,
      findTemplate: (id: string) => templates.find((template) => template.id === id) ?? null,
    }),
    [store, templates],
  );
  return (
    <VariableDialog
      isOpen={isOpen}
      userId={userId}
      prompt={prompt}
      templates={templates}
      sources={sources}
      modelSelector={purpose === "start" && <ModelSelector value={modelId} onChange={setChosenModelId} />}
      submitLabel={getSubmitLabel(purpose)}
      onClose={() => resolve(null)}
      onSubmit={(rendered, discardEntries) =>
        resolve({
          rendered: toRenderedPrompt(prompt, rendered),
          modelId: purpose === "start" ? modelId : null,
          documentKeys: rendered.attachedVariables.map((variable) => getVariableDraftKey(prompt.id, variable)),
          discardEntries,
        })
      }
    />
  );
}
