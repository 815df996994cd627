import { t } from "@lingui/core/macro";
import { IconFolderStar } from "@tabler/icons-react";
import type { ComposerToolProps } from "../../../entities/chat/slots/chatSlots.ts";
import { createLazyComponent } from "../../../lib/preload/createLazyComponent.ts";
import { getPreloadProps } from "../../../lib/preload/getPreloadProps.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import { useMenuButton } from "../../../ui/useMenuButton.ts";
import classes from "./MemoryShelf.module.css";

const ProjectMenu = createLazyComponent(() => import("./ProjectMenu.tsx").then(({ ProjectMenu }) => ProjectMenu));

/** The button beside the message field that chooses the project whose memories the chat uses. */
export function ProjectPicker({ conversation }: ComposerToolProps) {
  const { isOpen, close, buttonProps } = useMenuButton();
  return (
    <span className={classes.anchor}>
      <IconButton
        name={t`Project Memory`}
        size={36}
        aria-haspopup="listbox"
        {...buttonProps}
        {...getPreloadProps(ProjectMenu.load)}
      >
        <IconFolderStar size={20} stroke={1.6} />
      </IconButton>
      {isOpen && (
        <OverlaySuspense isOpen onClose={close}>
          <ProjectMenu conversation={conversation} onClose={close} />
        </OverlaySuspense>
      )}
    </span>
  );
}
