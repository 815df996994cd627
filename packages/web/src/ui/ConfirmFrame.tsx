import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { Button, Modal } from "@mantine/core";
import { useId } from "react";
import type { ConfirmDialogProps } from "./ConfirmDialog.tsx";
import classes from "./Modal.module.css";

/** What `ConfirmDialog` draws. Use `ConfirmDialog`, which loads this. */
export function ConfirmFrame(props: ConfirmDialogProps) {
  const { isOpen, title, message, confirmLabel = "OK", cancelLabel = "Cancel", onConfirm, onCancel } = props;
  const messageId = useId();
  const isBusy = props.isBusy === true;
  return (
    <Modal.Root opened={isOpen} onClose={onCancel} centered size="26rem" padding={0}>
      <Modal.Overlay className={classes.overlay} />
      <Modal.Content className={classes.content} role="alertdialog" aria-describedby={messageId}>
        <Modal.Header className={classes.header}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
        </Modal.Header>
        <Modal.Body className={classes.frame}>
          <div className={classes.body}>
            <p id={messageId} className={classes.question}>
              {message}
            </p>
          </div>
          <div className={classes.foot}>
            <Button variant="default" onClick={onCancel} data-autofocus>
              {cancelLabel}
            </Button>
            <Button {...(props.isDestructive ? { color: "red.8" } : {})} loading={isBusy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
