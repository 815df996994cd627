import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Drawer.css";
import { t } from "@lingui/core/macro";
import { Drawer, getDefaultZIndex } from "@mantine/core";
import { useIsNarrow } from "../../../lib/device.ts";
import { useDialogEscape } from "../../../ui/modal/useDialogEscape.ts";
import { useOpenAfterMount } from "../../../ui/modal/useOpenAfterMount.ts";
import { useNoticePlacement } from "../../../ui/notices/useNoticePlacement.ts";
import classes from "./DetailFrame.module.css";
import type { DetailFrameProps } from "./detailFrameProps.ts";
import { closeDetailPanel } from "./detailPanel.ts";

interface DetailDrawerProps extends DetailFrameProps {
  isOpen: boolean;
  /** True if it covers another dialog. */
  isOverDialog: boolean;
}

/** The frame as a dialog over the conversation, or over another dialog. */
export function DetailDrawer(props: DetailDrawerProps) {
  const { title, subtitle, actions, toolbar, onEscape, className = "", children, isOpen, isOverDialog } = props;
  const isOpenAfterMount = useOpenAfterMount(isOpen);
  useNoticePlacement(isOpenAfterMount, "side");
  const isNarrow = useIsNarrow();
  // The dialog below receives Esc, too, before or after this one. It stays open if it sees that the panel is.
  const close = isOverDialog ? () => setTimeout(closeDetailPanel) : closeDetailPanel;
  useDialogEscape(isOpenAfterMount, onEscape ?? close);
  return (
    <Drawer.Root
      opened={isOpenAfterMount}
      onClose={close}
      closeOnEscape={false}
      position="right"
      size={isNarrow ? "100%" : "min(48rem, 88vw)"}
      padding={0}
      // The other dialog may have been added to the page after this one.
      zIndex={getDefaultZIndex("modal") + (isOverDialog ? 1 : 0)}
      transitionProps={{ duration: 160 }}
      classNames={{
        content: `${classes.frame} ${className}`,
        header: classes.header,
        title: classes.title,
        body: classes.body,
      }}
    >
      <Drawer.Overlay className={classes.overlay} />
      <Drawer.Content data-detail-frame="over">
        <Drawer.Header role="presentation">
          <div className={classes.names}>
            <Drawer.Title>{title}</Drawer.Title>
            {subtitle}
          </div>
          {actions}
          <Drawer.CloseButton className={classes.close} aria-label={t`Close`} size={36} iconSize={18} />
        </Drawer.Header>
        {toolbar}
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
