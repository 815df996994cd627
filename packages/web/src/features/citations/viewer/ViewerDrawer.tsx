import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Drawer.css";
import { t } from "@lingui/core/macro";
import { Drawer, getDefaultZIndex } from "@mantine/core";
import { useIsNarrow } from "../../../lib/device.ts";
import { useOpenAfterMount } from "../../../ui/modal/useOpenAfterMount.ts";
import { useNoticePlacement } from "../../../ui/notices/useNoticePlacement.ts";
import { DocumentBody } from "./DocumentBody.tsx";
import classes from "./DocumentViewer.module.css";
import { ViewerHeader } from "./header/ViewerHeader.tsx";
import type { ViewerProps } from "./viewerProps.ts";

interface ViewerDrawerProps extends ViewerProps {
  isOpen: boolean;
  /** True if it covers another dialog. */
  isOverDialog: boolean;
}

/** The viewer as a dialog over the conversation, or over another dialog. */
export function ViewerDrawer({ isOpen, passages, position, isOverDialog, onClose }: ViewerDrawerProps) {
  const isOpenAfterMount = useOpenAfterMount(isOpen);
  useNoticePlacement(isOpenAfterMount, "side");
  const isNarrow = useIsNarrow();
  const passage = passages[position];
  return (
    <Drawer.Root
      opened={isOpenAfterMount}
      // The dialog below receives Esc, too, before or after this one. It stays open if it sees that the viewer is.
      onClose={isOverDialog ? () => setTimeout(onClose) : onClose}
      position="right"
      size={isNarrow ? "100%" : "min(48rem, 88vw)"}
      padding={0}
      // The other dialog may have been added to the page after this one.
      zIndex={getDefaultZIndex("modal") + (isOverDialog ? 1 : 0)}
      transitionProps={{ duration: 160 }}
      classNames={{ content: classes.content, header: classes.header, title: classes.title, body: classes.body }}
    >
      <Drawer.Overlay className={classes.overlay} />
      <Drawer.Content>
        <Drawer.Header role="presentation">
          <ViewerHeader title={<Drawer.Title>{passage?.name}</Drawer.Title>} passages={passages} position={position} />
          <Drawer.CloseButton className={classes.close} aria-label={t`Close`} size={36} iconSize={18} />
        </Drawer.Header>
        <Drawer.Body>{passage && <DocumentBody key={passage.key} passage={passage} />}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
