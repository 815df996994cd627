import { type AssistantContent, getFiles } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useModels } from "../../../entities/models/useModels.ts";
import { closeAssistantAdmin } from "../../../entities/shell/assistantAdminRoute.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { call } from "../../../lib/call.ts";
import { formatList } from "../../../lib/i18n/formats.ts";
import { notifyError, notifyFailure } from "../../../ui/notices/notify.tsx";
import { useClipboard } from "../../../ui/useClipboard.ts";
import { toContent } from "./draft/assistantDraft.ts";
import { describeContent } from "./draft/describeContent.ts";
import { listFileKeys, toOwnContent } from "./draft/toOwnContent.ts";
import type { AssistantEditor } from "./useAssistantEditor.ts";

/** The ways out for what was written, if it can no longer be saved where it belongs. */
export function useSaveElsewhere(editor: AssistantEditor) {
  const [isChecking, setIsChecking] = useState(false);
  const clipboard = useClipboard();
  const { find } = useModels();
  const getContent = () => toContent(editor.draftState.draft, editor.documents.added);
  const saveAsOwn = async () => {
    if (!editor.check()) return;
    setIsChecking(true);
    try {
      const { content, leftOut } = toOwnContent(...(await findUsableFiles(getContent())));
      const saved = await editor.saveAsOwn(content);
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
    isSaving: isChecking || editor.isSaving,
    saveAsOwn: () => void saveAsOwn(),
    isCopied: clipboard.isCopied,
    copyAll: () => clipboard.copy(formatContent(getContent(), (id) => find(id)?.name ?? null)),
  };
}

/** Finds the files that the person may attach to an assistant of their own. */
async function findUsableFiles(content: AssistantContent): Promise<[AssistantContent, ReadonlySet<string>]> {
  const keys = listFileKeys(content);
  if (keys.length === 0) return [content, new Set()];
  const { items } = await call(getFiles, { keys });
  return [content, new Set(items.map(({ id }) => id))];
}

const formatContent = (...args: Parameters<typeof describeContent>): string =>
  describeContent(...args)
    .filter(({ text }) => text !== "")
    .map(({ label, text }) => `${label}\n${text}`)
    .join("\n\n");
