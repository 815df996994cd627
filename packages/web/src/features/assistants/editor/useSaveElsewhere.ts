import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useModels } from "../../../entities/models/useModels.ts";
import { closeAssistantAdmin } from "../../../entities/shell/assistantAdminRoute.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { formatList } from "../../../lib/i18n/formats.ts";
import { notifyError, notifyFailure } from "../../../ui/notices/notify.tsx";
import { useClipboard } from "../../../ui/useClipboard.ts";
import { toContent } from "./draft/assistantDraft.ts";
import { describeContent } from "./draft/describeContent.ts";
import { listFileKeys, toOwnContent } from "./draft/toOwnContent.ts";
import type { AssistantEditor } from "./useAssistantEditor.ts";
import { findUsableFiles, useLeftOutDocuments } from "./useLeftOutDocuments.ts";

/** The ways out for what was written, if it can no longer be saved where it belongs. */
export function useSaveElsewhere(editor: AssistantEditor) {
  const [isChecking, setIsChecking] = useState(false);
  const clipboard = useClipboard();
  const { find } = useModels();
  const content = toContent(editor.draftState.draft, editor.documents.added);
  const saveAsOwn = async () => {
    if (!editor.check()) return;
    setIsChecking(true);
    try {
      const { content: ownContent, leftOut } = toOwnContent(content, await findUsableFiles(listFileKeys(content)));
      const saved = await editor.saveAsOwn(ownContent);
      if (!saved) return;
      editor.discard();
      const names = formatList(leftOut.map(({ name, id }) => name ?? id));
      if (leftOut.length > 0)
        notifyError(t`Some documents were left out, because you can no longer open them.`, { reason: names });
      closeAssistantAdmin();
      openDialog("assistantEditor", { assistantId: saved.assistantId });
    } catch (error) {
      notifyFailure(error);
    } finally {
      setIsChecking(false);
    }
  };
  return {
    /** The names of the documents that the person's own assistant would not have. */
    leftOut: useLeftOutDocuments(content),
    /** True while the documents are checked, before the editor itself is saving. */
    isChecking: isChecking && !editor.isSaving,
    saveAsOwn: () => void saveAsOwn(),
    isCopied: clipboard.isCopied,
    copyAll: () => clipboard.copy(formatContent(content, (id) => find(id)?.name ?? null)),
  };
}

const formatContent = (...args: Parameters<typeof describeContent>): string =>
  describeContent(...args)
    .filter(({ text }) => text !== "")
    .map(({ label, text }) => `${label}\n${text}`)
    .join("\n\n");
