import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { t } from "@lingui/core/macro";
import { Button, Modal as MantineModal } from "@mantine/core";
import type { FormEvent, KeyboardEvent } from "react";
import { useIsNarrow } from "../../lib/device.ts";
import { useDialogFocus } from "../focus/useDialogFocus.ts";
import { isComposing } from "../isComposing.ts";
import { placeInDialogFoot } from "../notices/placeInDialogFoot.ts";
import { useNoticePlacement } from "../notices/useNoticePlacement.ts";
import fadeClasses from "../scrollFade.module.css";
import { bottomSheetTransition } from "./bottomSheetTransition.ts";
import classes from "./Modal.module.css";
import type { ModalProps } from "./modalProps.ts";
import { useDialogEscape } from "./useDialogEscape.ts";
import { useOpenAfterMount } from "./useOpenAfterMount.ts";

/** The content of `Modal`. Use `Modal`, which loads this. */
export function ModalFrame(props: ModalProps) {
  const { isOpen, title, onClose, onSubmit, fitsContent = false, width = "50vw", children } = props;
  const isOpenAfterMount = useOpenAfterMount(isOpen);
  useDialogFocus(isOpenAfterMount);
  useDialogEscape(isOpenAfterMount, onClose);
  const isNarrow = useIsNarrow();
  const isBottomSheet = isNarrow && fitsContent && props.fillsNarrowScreen !== true;
  const isFullScreen = isNarrow && !isBottomSheet;
  useNoticePlacement(isOpenAfterMount, isFullScreen ? "high" : props.isWide === true ? "wide" : "middle");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React passes events on from a dialog to the one that has opened it.
    event.stopPropagation();
    if (!props.isSubmitting && props.canSubmit !== false) onSubmit?.();
  };
  // Ctrl+Enter and ⌘+Enter also submit from fields where Enter alone does something else.
  const submitOnCtrlEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) event.currentTarget.requestSubmit();
  };
  const body = (
    <>
      <div className={fitsContent ? `${classes.body} ${fadeClasses.fadingBelow}` : classes.body}>{children}</div>
      <ModalFoot {...props} />
    </>
  );
  return (
    <MantineModal
      opened={isOpenAfterMount}
      returnFocus={false}
      closeOnEscape={false}
      onClose={onClose}
      {...(props.onClosed && { onExitTransitionEnd: props.onClosed })}
      title={
        <span ref={focusUnlessMarked} tabIndex={-1} className={classes.titleText}>
          {title}
        </span>
      }
      centered
      fullScreen={isFullScreen}
      {...(isBottomSheet && { transitionProps: bottomSheetTransition })}
      size={props.isSmall ? "28rem" : `max(${width}, 30rem)`}
      padding={0}
      {...(props.height && !isFullScreen && { styles: { content: { height: props.height } } })}
      closeButtonProps={{ "aria-label": t`Close` }}
      classNames={{
        inner: classes.inner,
        content: fitsContent ? classes.content : `${classes.content} ${classes.tall}`,
        header: classes.header,
        title: classes.title,
        body: classes.frame,
        overlay: classes.overlay,
      }}
    >
      {onSubmit ? (
        <form className={classes.form} onSubmit={submit} onKeyDown={submitOnCtrlEnter}>
          {body}
        </form>
      ) : (
        <div className={classes.form}>{body}</div>
      )}
    </MantineModal>
  );
}

/**
 * Gives the focus to the title of a dialog in which no field is to get it, instead of to the close button. Waits for the
 * layout effects of the content, which may mark a field.
 */
function focusUnlessMarked(title: HTMLElement | null): void {
  queueMicrotask(() => {
    const dialog = title?.closest("[role='dialog']");
    if (title && dialog && !dialog.querySelector("[data-autofocus]")) title.dataset.autofocus = "true";
  });
}

function ModalFoot(props: ModalProps) {
  const isNarrow = useIsNarrow();
  const { onClose, onSubmit, submitLabel = t`Submit`, cancelLabel = onSubmit ? t`Cancel` : t`Close` } = props;
  // A narrow screen has no room for a second button that does what the one beside the title does.
  const onlyCloses = !onSubmit && !props.actions && !props.status;
  if (isNarrow && onlyCloses) return null;
  const isSubmitting = props.isSubmitting === true;
  const { submittingLabel } = props;
  const isInert = props.canSubmit === false || (isSubmitting && submittingLabel !== undefined);
  const hasCancel = !isNarrow || !props.status || !onSubmit;
  return (
    <div ref={placeInDialogFoot} className={classes.foot} data-compact={!hasCancel || undefined}>
      {props.status}
      {props.hint && <p className={classes.hint}>{props.hint}</p>}
      {hasCancel && (
        <Button variant="default" onClick={onClose}>
          {cancelLabel}
        </Button>
      )}
      {props.actions}
      {onSubmit && (
        // Not `disabled`: the keyboard still reaches it, and it keeps the focus while it waits for an entry.
        <Button
          type="submit"
          loading={isSubmitting && submittingLabel === undefined}
          {...(isInert && { "aria-disabled": true, "data-disabled": true })}
        >
          {isSubmitting ? (submittingLabel ?? submitLabel) : submitLabel}
        </Button>
      )}
    </div>
  );
}
