import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { t } from "@lingui/core/macro";
import { Modal } from "@mantine/core";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { useIsNarrow } from "../../lib/device.ts";
import { useDialogFocus } from "../../ui/focus/useDialogFocus.ts";
import modalClasses from "../../ui/modal/Modal.module.css";
import { useDiscardQuestion } from "../../ui/modal/useDiscardQuestion.tsx";
import { useOpenAfterMount } from "../../ui/modal/useOpenAfterMount.ts";
import { useNoticePlacement } from "../../ui/notices/useNoticePlacement.ts";
import classes from "./Admin.module.css";
import { AdminForm } from "./AdminForm.tsx";
import { discardConfigDrafts, hasConfigDrafts } from "./configDrafts.ts";

/** What administrators of the site configure. */
export function AdminDialog({ isOpen: isWanted, onClose }: DialogProps) {
  const isOpen = useOpenAfterMount(isWanted);
  const isNarrow = useIsNarrow();
  const { close, question } = useDiscardQuestion({
    hasChanges: hasConfigDrafts,
    message: t`Your changes to the configuration haven’t been saved.`,
    onDiscard: discardConfigDrafts,
    onClose,
  });
  useDialogFocus(isOpen);
  useNoticePlacement(isOpen, "high");
  return (
    <Modal
      opened={isOpen}
      returnFocus={false}
      onClose={close}
      // A click beside it must not close what somebody may have been writing for long.
      closeOnClickOutside={false}
      title={t`Admin Interface`}
      centered
      fullScreen={isNarrow}
      size="calc(100vw - 100px)"
      xOffset="50px"
      yOffset="2.5dvh"
      padding={0}
      closeButtonProps={{ "aria-label": t`Close` }}
      classNames={{
        inner: `${modalClasses.inner} ${classes.inner}`,
        content: `${modalClasses.content} ${classes.content}`,
        header: `${modalClasses.header} ${classes.header}`,
        title: modalClasses.title,
        body: modalClasses.frame,
        overlay: modalClasses.overlay,
      }}
    >
      <AdminForm onFailed={onClose} />
      {question}
    </Modal>
  );
}
