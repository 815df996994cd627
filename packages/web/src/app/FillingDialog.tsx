import { useMemo, useState } from "react";
import { useConversationStore } from "../entities/conversations/ConversationsProvider.tsx";
import { readDocumentText } from "../entities/files/readDocumentText.ts";
import { useModels } from "../entities/models/useModels.ts";
import type { FillRequest } from "../entities/prompts/promptFilling.ts";
import { usePrompts } from "../entities/prompts/store/usePrompts.ts";
import { saidOf } from "../entities/prompts/template/saidUnasked.ts";
import { ModelSelector } from "../features/models/ModelSelector.tsx";
import { fillDraftKey } from "../features/prompts/variables/fileField.ts";
import { VariableDialog, type VariableDialogPorts } from "../features/prompts/variables/VariableDialog.tsx";
import { PromptFileField, PromptFilesContext } from "./PromptFileField.tsx";

interface FillingDialogProps {
  userId: string;
  uploadMaxBytes: number;
  request: FillRequest;
  isOpen: boolean;
}

const submitLabels = { start: "Start", send: "Send", insert: "Insert" } as const;

/** The dialog for a template's variables, with what it has from conversations, files and models. */
export function FillingDialog({ userId, uploadMaxBytes, request, isOpen }: FillingDialogProps) {
  const { prompt, purpose, settle } = request;
  const { store } = useConversationStore();
  const templates = usePrompts();
  const models = useModels();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const modelId = chosenId ?? models.find(request.modelId)?.id ?? models.default?.id ?? null;
  const files = useMemo(() => ({ userId, uploadMaxBytes }), [userId, uploadMaxBytes]);
  const ports = useMemo(
    (): VariableDialogPorts => ({
      FileField: PromptFileField,
      readConversation: (id) => store.read(id),
      readDocument: readDocumentText,
      findTemplate: (id) => templates.find((template) => template.id === id) ?? null,
      listConversations: async () =>
        (await store.list()).filter(({ isDraft }) => !isDraft).toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)),
    }),
    [store, templates],
  );
  return (
    <PromptFilesContext value={files}>
      <VariableDialog
        isOpen={isOpen}
        userId={userId}
        prompt={prompt}
        templates={templates}
        ports={ports}
        modelSelector={purpose === "start" && <ModelSelector value={modelId} onChange={setChosenId} />}
        submitLabel={submitLabels[purpose]}
        onClose={() => settle(null)}
        onSubmit={(filled, forget) =>
          settle({
            said: saidOf(prompt, filled),
            modelId: purpose === "start" ? modelId : null,
            documentKeys: filled.attached.map((variable) => fillDraftKey(prompt.id, variable)),
            forget,
          })
        }
      />
    </PromptFilesContext>
  );
}
