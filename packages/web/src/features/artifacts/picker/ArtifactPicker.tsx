import { t } from "@lingui/core/macro";
import { IconComponents } from "@tabler/icons-react";
import type { ConversationControlProps } from "../../../entities/chat/slots/chatSlots.ts";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { createLazyComponent } from "../../../lib/preload/createLazyComponent.ts";
import { getPreloadProps } from "../../../lib/preload/getPreloadProps.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import { useMenuButton } from "../../../ui/useMenuButton.ts";
import classes from "./ArtifactPicker.module.css";

const ArtifactMenu = createLazyComponent(() => import("./ArtifactMenu.tsx").then(({ ArtifactMenu }) => ArtifactMenu));

/** The button in the header that lists the artifacts of the conversation and the saved ones. */
export function ArtifactPicker({ conversation, blockedReason }: ConversationControlProps) {
  const hasArtifacts = useFlag("artifacts");
  const { isOpen, close, buttonProps } = useMenuButton();
  if (!hasArtifacts) return null;
  return (
    <span className={classes.anchor}>
      <IconButton
        {...buttonProps}
        name={t`Artifacts`}
        className={classes.button}
        aria-haspopup="listbox"
        {...getPreloadProps(ArtifactMenu.load)}
      >
        <IconComponents size={18} stroke={1.6} />
      </IconButton>
      {isOpen && (
        <OverlaySuspense isOpen onClose={close}>
          <ArtifactMenu conversationId={conversation.id} blockedReason={blockedReason} onClose={close} />
        </OverlaySuspense>
      )}
    </span>
  );
}
