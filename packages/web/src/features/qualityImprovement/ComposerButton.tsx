import { t } from "@lingui/core/macro";
import { IconMessageReport } from "@tabler/icons-react";
import type { ComposerToolProps } from "../../entities/chat/slots/chatSlots.ts";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { IconButton } from "../../ui/IconButton.tsx";

/** The button beside the empty message field that opens the dialog for quality improvement. */
export function ComposerButton({ conversation: { id } }: ComposerToolProps) {
  return (
    <IconButton
      name={t`Share for Quality Improvement`}
      size={36}
      aria-haspopup="dialog"
      onClick={() => openDialog("qualityImprovement", { conversationId: id })}
    >
      <IconMessageReport size={20} stroke={1.6} />
    </IconButton>
  );
}
