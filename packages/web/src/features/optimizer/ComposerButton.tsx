import type { PromptTemplate } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconArrowBackUp, IconArrowForwardUp, IconWand } from "@tabler/icons-react";
import type { ComposerToolProps } from "../../entities/chat/slots/chatSlots.ts";
import { moveDraftDocuments } from "../../entities/files/upload/draftDocuments.ts";
import { fillPrompt } from "../../entities/prompts/fillPrompt.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { useOptimizer } from "./useOptimizer.tsx";

/** The buttons beside the message field that improve its text, and undo that. */
export function ComposerButton({ text, setText, draftKey }: ComposerToolProps) {
  const { user } = useWorkspace();
  const { open, dialog, revert } = useOptimizer({
    text,
    setText,
    fill: (template) => fill(template, user.id, draftKey),
  });
  return (
    <>
      {revert && (
        <IconButton name={revert.kind === "undo" ? t`Undo` : t`Redo`} size={36} onClick={revert.run}>
          {revert.kind === "undo" ? (
            <IconArrowBackUp size={20} stroke={1.6} />
          ) : (
            <IconArrowForwardUp size={20} stroke={1.6} />
          )}
        </IconButton>
      )}
      <IconButton name={t`Optimize prompt`} size={36} aria-haspopup="dialog" onClick={open}>
        <IconWand size={20} stroke={1.6} />
      </IconButton>
      {dialog}
    </>
  );
}

/** Asks for the values of the placeholders as for those of a prompt. Resolves to null if the person cancels. */
async function fill(template: string, userId: string, draftKey: string): Promise<string | null> {
  const prompt: PromptTemplate = {
    ...{ id: "optimizer", name: t`Optimized prompt`, description: "", content: template },
    ...{ folderId: null, type: "prompt", data: {} },
  };
  const filledPrompt = await fillPrompt({ prompt, purpose: "insert" });
  if (!filledPrompt) return null;
  for (const key of filledPrompt.documentKeys) moveDraftDocuments(userId, key, draftKey);
  filledPrompt.discardEntries();
  return filledPrompt.rendered.text;
}
