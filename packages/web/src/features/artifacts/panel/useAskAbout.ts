import type { ArtifactContent } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { closeArtifact } from "../../../entities/artifacts/openArtifact.ts";
import { quoteText } from "../../../entities/chat/sending/quoteText.ts";
import { returnDraft } from "../../../entities/chat/sending/returnedDrafts.ts";
import { focusField } from "../../../entities/shell/focusTargets.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { useIsNarrow } from "../../../lib/device.ts";
import type { PreviewError } from "../../../ui/preview/previewMessages.ts";
import { quoteErrors } from "./quoteForChat.ts";

const maxQuoteCharacters = 20_000;

/** Returns what puts parts of an artifact into the message field of its chat. */
export function useAskAbout(conversationId: string, { name, version }: Pick<ArtifactContent, "name" | "version">) {
  const { user } = useWorkspace();
  const isNarrow = useIsNarrow();
  const ask = (text: string) => {
    returnDraft(user.id, { conversationId, text });
    if (isNarrow) closeArtifact();
    focusField("message");
  };
  return {
    /** Puts a selection into the message field, where the person writes the question. */
    askAboutSelection(selection: string): void {
      const quote = quoteText(selection.slice(0, maxQuoteCharacters));
      ask(`${t`About this part of “${name}”, version ${version}:`}\n\n${quote}\n\n`);
    },
    /** Puts the errors into the message field: the artifact wrote them, so the person reads them before they are sent. */
    fixErrors(errors: readonly PreviewError[]): void {
      const text =
        errors.length === 1
          ? t`Fix this error in “${name}”, version ${version}:`
          : t`Fix these errors in “${name}”, version ${version}:`;
      ask(`${text}\n\n${quoteErrors(errors)}\n`);
    },
  };
}
