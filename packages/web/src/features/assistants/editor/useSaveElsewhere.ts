import type { AssistantContent, DataSource } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useModels } from "../../../entities/models/useModels.ts";
import { closeAssistantAdmin } from "../../../entities/shell/assistantAdminRoute.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { formatList } from "../../../lib/i18n/formats.ts";
import { notifyError, notifyFailure } from "../../../ui/notices/notify.tsx";
import { useClipboard } from "../../../ui/useClipboard.ts";
import { describeContent } from "./draft/describeContent.ts";
import { formatSecretsNotCopied } from "./draft/operationTexts.ts";
import { listFileKeys, toOwnContent } from "./draft/toOwnContent.ts";
import { findUsableFiles, useLeftOutDocuments } from "./useLeftOutDocuments.ts";
import type { SavedAssistant } from "./useSaveAssistant.ts";

interface OwnSaving {
  /** Returns true if the content can be saved. Otherwise shows what is missing. */
  check: () => boolean;
  /** Saves a new assistant of the person with what `prepare` returns. Returns null if it failed. */
  saveAsOwn: (prepare: () => Promise<AssistantContent>) => Promise<SavedAssistant | null>;
  /** Called when it has been saved. */
  discard: () => void;
}

/** The ways out for what was written, if it can no longer be saved where it belongs. */
export function useSaveElsewhere(content: AssistantContent, { check, saveAsOwn, discard }: OwnSaving) {
  const clipboard = useClipboard();
  const { find } = useModels();
  const save = async () => {
    if (!check()) return;
    let leftOut: readonly DataSource[] = [];
    let apisWithoutSecrets: readonly string[] = [];
    try {
      const saved = await saveAsOwn(async () => {
        const own = toOwnContent(content, await findUsableFiles(listFileKeys(content)));
        ({ leftOut, apisWithoutSecrets } = own);
        return own.content;
      });
      if (!saved) return;
      discard();
      const names = formatList(leftOut.map(({ name, id }) => name ?? id));
      if (leftOut.length > 0)
        notifyError(t`Some documents were left out because you can no longer open them.`, { reason: names });
      if (apisWithoutSecrets.length > 0)
        notifyError(formatSecretsNotCopied(), { reason: formatList(apisWithoutSecrets) });
      closeAssistantAdmin();
      openDialog("assistantEditor", { assistantId: saved.assistantId });
    } catch (error) {
      notifyFailure(error);
    }
  };
  return {
    /** The names of the documents that the person's own assistant would not have. */
    leftOut: useLeftOutDocuments(content),
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
