import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { t } from "@lingui/core/macro";
import { Button, Modal } from "@mantine/core";
import { useIsNarrow } from "../../lib/device.ts";
import { useDialogFocus } from "../focus/useDialogFocus.ts";
import { useNoticePlacement } from "../notices/useNoticePlacement.ts";
import { bottomSheetTransition } from "./bottomSheetTransition.ts";
import type { ConfirmDialogProps } from "./confirmDialogProps.ts";
import classes from "./Modal.module.css";
import { useDialogEscape } from "./useDialogEscape.ts";
import { useOpenAfterMount } from "./useOpenAfterMount.ts";

/** The content of `ConfirmDialog`. Use `ConfirmDialog`, which loads this. */
export function ConfirmFrame(props: ConfirmDialogProps) {
  const { isOpen, title, message, confirmLabel = t`OK`, cancelLabel = t`Cancel`, onConfirm, onCancel, onClose } = props;
  const isOpenAfterMount = useOpenAfterMount(isOpen);
  useDialogFocus(isOpenAfterMount);
  useDialogEscape(isOpenAfterMount, onClose ?? onCancel);
  useNoticePlacement(isOpenAfterMount, "middle");
  const isBottomSheet = useIsNarrow();
  const isBusy = props.isBusy === true;
  return (
    <Modal.Root
      opened={isOpenAfterMount}
      returnFocus={false}
      closeOnEscape={false}
      onClose={onClose ?? onCancel}
      centered
      size="max(30vw, 26rem)"
      {...(isBottomSheet && { transitionProps: bottomSheetTransition })}
      padding={0}
      classNames={{
        inner: classes.inner,
        content: classes.content,
        header: classes.header,
        title: classes.title,
        body: classes.frame,
        overlay: classes.overlay,
      }}
    >
      <Modal.Overlay />
      <Modal.Content ref={makeAlertDialog}>
        <Modal.Header>
          <Modal.Title>{title}</Modal.Title>
          {onClose && <Modal.CloseButton aria-label={t`Close`} />}
        </Modal.Header>
        <Modal.Body>
          <div className={classes.body}>
            <p className={classes.question} aria-live={props.hasLiveMessage ? "polite" : undefined}>
              {message}
            </p>
            {props.note !== undefined && <p className={classes.note}>{props.note}</p>}
          </div>
          <div className={classes.foot}>
            <Button variant="default" onClick={onCancel} data-autofocus={!onClose || undefined}>
              {cancelLabel}
            </Button>
            <Button
              {...(props.isDestructive ? { color: "red.8" } : {})}
              loading={isBusy}
              onClick={onConfirm}
              data-autofocus={onClose ? true : undefined}
            >
              {confirmLabel}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Mantine always sets `role="dialog"`. React does not overwrite this change, because the prop never changes. */
function makeAlertDialog(element: HTMLElement | null): void {
  element?.setAttribute("role", "alertdialog");
}
