import { t } from "@lingui/core/macro";
import { useState } from "react";
import { newPrompt } from "../../../entities/prompts/newPrompt.ts";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import type { DialogProps } from "../../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { notifySuccess } from "../../../ui/notices/notify.tsx";
import { usePromptTypes } from "../usePromptTypes.ts";
import { PromptEditor } from "./PromptEditor.tsx";

/** Creates a prompt without the list of prompts. */
export function NewPromptDialog({ isOpen, onClose }: DialogProps) {
  const { user } = useWorkspace();
  const { state } = usePromptStore();
  const types = usePromptTypes();
  const [prompt] = useState(() => newPrompt(state.getState().prompts));
  return (
    <PromptEditor
      isOpen={isOpen}
      prompt={prompt}
      isNew
      userId={user.id}
      types={types}
      onClose={onClose}
      onSaved={({ name }) => notifySuccess(t`“${name}” was added to your prompts.`)}
    />
  );
}
