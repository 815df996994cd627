import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Drawer.css";
import { t } from "@lingui/core/macro";
import { Drawer, getDefaultZIndex } from "@mantine/core";
import { type KeyboardEvent, use } from "react";
import { useIsNarrow } from "../../../lib/device.ts";
import { useOpenAfterMount } from "../../../ui/modal/useOpenAfterMount.ts";
import { useNoticePlacement } from "../../../ui/notices/useNoticePlacement.ts";
import { FindContext } from "../find/FindContext.ts";
import { DocumentBody } from "./DocumentBody.tsx";
import classes from "./DocumentViewer.module.css";
import { ViewerHeader } from "./header/ViewerHeader.tsx";
import { restoresOnEscape } from "./restoresOnEscape.ts";
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
  const find = use(FindContext);
  const closeFind = ({ key, target }: KeyboardEvent) => {
    if (key === "Escape" && find?.isOpen && !restoresOnEscape(target)) find.close();
  };
  return (
    <Drawer.Root
      opened={isOpenAfterMount}
      // The dialog below receives Esc, too, before or after this one. It stays open if it sees that the viewer is.
      onClose={isOverDialog ? () => setTimeout(onClose) : onClose}
      // The search is closed first.
      closeOnEscape={!find?.isOpen}
      position="right"
      size={isNarrow ? "100%" : "min(48rem, 88vw)"}
      padding={0}
      // The other dialog may have been added to the page after this one.
      zIndex={getDefaultZIndex("modal") + (isOverDialog ? 1 : 0)}
      transitionProps={{ duration: 160 }}
      classNames={{ content: classes.content, header: classes.header, title: classes.title, body: classes.body }}
    >
      <Drawer.Overlay className={classes.overlay} />
      <Drawer.Content onKeyDownCapture={closeFind}>
        <Drawer.Header role="presentation">
          <ViewerHeader title={<Drawer.Title>{passage?.name}</Drawer.Title>} passages={passages} position={position} />
          <Drawer.CloseButton className={classes.close} aria-label={t`Close`} size={36} iconSize={18} />
        </Drawer.Header>
        <div ref={find?.slotRef} />
        <Drawer.Body>{passage && <DocumentBody key={passage.key} passage={passage} />}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
