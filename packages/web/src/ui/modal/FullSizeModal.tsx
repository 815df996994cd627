import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { t } from "@lingui/core/macro";
import { Modal } from "@mantine/core";
import type { KeyboardEvent, ReactNode, Ref } from "react";
import { useIsNarrow } from "../../lib/device.ts";
import { useDialogFocus } from "../focus/useDialogFocus.ts";
import { isComposing } from "../isComposing.ts";
import { useNoticePlacement } from "../notices/useNoticePlacement.ts";
import classes from "./FullSizeModal.module.css";
import modalClasses from "./Modal.module.css";
import { useOpenAfterMount } from "./useOpenAfterMount.ts";

interface FullSizeModalProps {
  isOpen: boolean;
  title: string;
  onClose: () => void;
  /** Gets the place between the title and the button that closes, for controls of the content. */
  barRef?: Ref<HTMLDivElement>;
  /** Classes of the content and the header. */
  classNames: { content?: string | undefined; header?: string | undefined };
  children: ReactNode;
}

/** A dialog of nearly the size of the window, in which people write for long. */
export function FullSizeModal({ isOpen: isWanted, title, onClose, barRef, classNames, children }: FullSizeModalProps) {
  const isOpen = useOpenAfterMount(isWanted);
  const isNarrow = useIsNarrow();
  useDialogFocus(isOpen);
  useNoticePlacement(isOpen, "high");
  return (
    <Modal.Root
      opened={isOpen}
      returnFocus={false}
      onClose={onClose}
      // A click beside it must not close what somebody may have been writing for an hour.
      closeOnClickOutside={false}
      closeOnEscape={false}
      onKeyDown={(event) => isClosingKey(event) && onClose()}
      centered
      fullScreen={isNarrow}
      size="calc(100vw - 100px)"
      xOffset="50px"
      yOffset="2.5dvh"
      padding={0}
      classNames={{
        inner: `${modalClasses.inner} ${classes.inner}`,
        content: `${modalClasses.content} ${classes.content} ${classNames.content ?? ""}`,
        header: `${modalClasses.header} ${classNames.header ?? ""}`,
        title: modalClasses.title,
        body: modalClasses.frame,
        overlay: modalClasses.overlay,
      }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{title}</Modal.Title>
          {barRef && <div ref={barRef} className={classes.bar} />}
          <Modal.CloseButton aria-label={t`Close`} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Mantine's own handler would also close the dialog with each dialog and list above it. */
function isClosingKey(event: KeyboardEvent<HTMLDivElement>): boolean {
  if (event.key !== "Escape" || isComposing(event) || !(event.target instanceof Element)) return false;
  const isInside = event.currentTarget.contains(event.target);
  const isForList = event.target.closest('[data-mantine-stop-propagation="true"]') !== null;
  return isInside && !isForList && !event.defaultPrevented;
}
