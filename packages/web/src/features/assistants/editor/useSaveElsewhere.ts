import type { AssistantContent } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useModels } from "../../../entities/models/useModels.ts";
import { closeAssistantAdmin } from "../../../entities/shell/assistantAdminRoute.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { formatList } from "../../../lib/i18n/formats.ts";
import { notifyError, notifyFailure } from "../../../ui/notices/notify.tsx";
import { useClipboard } from "../../../ui/useClipboard.ts";
import { describeContent } from "./draft/describeContent.ts";
import { listFileKeys, toOwnContent } from "./draft/toOwnContent.ts";
import { findUsableFiles, useLeftOutDocuments } from "./useLeftOutDocuments.ts";
import type { SavedAssistant } from "./useSaveAssistant.ts";

interface OwnSaving {
  isSaving: boolean;
  /** Returns true if the content can be saved. Otherwise shows what is missing. */
  check: () => boolean;
  /** Saves a new assistant of the person. Returns null if it failed. */
  saveAsOwn: (content: AssistantContent) => Promise<SavedAssistant | null>;
  /** Called when it has been saved. */
  discard: () => void;
}

/** The ways out for what was written, if it can no longer be saved where it belongs. */
export function useSaveElsewhere(content: AssistantContent, { isSaving, check, saveAsOwn, discard }: OwnSaving) {
  const [isChecking, setIsChecking] = useState(false);
  const clipboard = useClipboard();
  const { find } = useModels();
  const save = async () => {
    if (!check()) return;
    setIsChecking(true);
    try {
      const { content: ownContent, leftOut } = toOwnContent(content, await findUsableFiles(listFileKeys(content)));
      const saved = await saveAsOwn(ownContent);
      if (!saved) return;
      discard();
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
    /** True while the documents are checked, before it is being saved. */
    isChecking: isChecking && !isSaving,
    saveAsOwn: () => void save(),
    isCopied: clipboard.isCopied,
    copyAll: () => clipboard.copy(formatContent(content, (id) => find(id)?.name ?? null)),
  };
}

const formatContent = (...args: Parameters<typeof describeContent>): string =>
  describeContent(...args)
    .filter(({ text }) => text !== "")
    .map(({ label, text }) => `${label}\n${text}`)
    .join("\n\n");
