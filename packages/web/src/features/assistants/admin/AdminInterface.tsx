import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { t } from "@lingui/core/macro";
import { Modal } from "@mantine/core";
import { type KeyboardEvent, useRef } from "react";
import { useClosingQuestion } from "../../../entities/groups/useClosingQuestion.tsx";
import { type AssistantAdminRoute, closeAssistantAdmin } from "../../../entities/shell/assistantAdminRoute.ts";
import { useIsNarrow } from "../../../lib/device.ts";
import { useDialogFocus } from "../../../ui/focus/useDialogFocus.ts";
import { isComposing } from "../../../ui/isComposing.ts";
import modalClasses from "../../../ui/modal/Modal.module.css";
import { useOpenAfterMount } from "../../../ui/modal/useOpenAfterMount.ts";
import { useNoticePlacement } from "../../../ui/notices/useNoticePlacement.ts";
import classes from "./Admin.module.css";
import { AdminContent } from "./AdminContent.tsx";
import { EditorGuardContext } from "./editorGuard.ts";

/** The console in which groups make their assistants. */
export function AdminInterface({ route }: { route: AssistantAdminRoute }) {
  const isOpen = useOpenAfterMount(true);
  const isNarrow = useIsNarrow();
  const guardRef = useRef<((close: () => void) => void) | null>(null);
  const { close, question } = useClosingQuestion(() => {
    if (guardRef.current) guardRef.current(closeAssistantAdmin);
    else closeAssistantAdmin();
  });
  useDialogFocus(isOpen);
  useNoticePlacement(isOpen, "high");
  return (
    <Modal
      opened={isOpen}
      returnFocus={false}
      onClose={close}
      // A click beside it must not close what somebody may have been writing for an hour.
      closeOnClickOutside={false}
      closeOnEscape={false}
      onKeyDown={(event) => isClosingKey(event) && close()}
      title={t`Assistant Admin Interface`}
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
      <EditorGuardContext value={guardRef}>
        <AdminContent route={route} />
      </EditorGuardContext>
      {question}
    </Modal>
  );
}

/** Mantine's own handler would also close the console with each dialog and list above it. */
function isClosingKey(event: KeyboardEvent<HTMLDivElement>): boolean {
  if (event.key !== "Escape" || isComposing(event) || !(event.target instanceof Element)) return false;
  const isInside = event.currentTarget.contains(event.target);
  const isForList = event.target.closest('[data-mantine-stop-propagation="true"]') !== null;
  return isInside && !isForList && !event.defaultPrevented;
}
