import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import type { DialogProps } from "../../../entities/shell/dialogs.ts";
import { openPanel, usePanelTabs } from "../../../entities/shell/panels.ts";
import { openConversation } from "../../../entities/shell/routes.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { useIsOnline } from "../../../lib/device.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { Progress } from "../Progress.tsx";
import { findNewItems, type ImportOutcome } from "./applyImport.ts";
import { ImportChoice } from "./ImportChoice.tsx";
import { ImportPreview } from "./ImportPreview.tsx";
import { ImportResult } from "./ImportResult.tsx";
import { useImport } from "./useImport.ts";
import { useImportPlace } from "./useImportPlace.ts";
import { useImportTarget } from "./useImportTarget.ts";

/** Imports conversations, folders and prompts from a file after a preview. Overwrites nothing. */
export function ImportDialog({ isOpen, onClose }: DialogProps) {
  const { target, failed } = useImportTarget();
  const { place, choosePlace } = useImportPlace();
  const { state, ...actions } = useImport();
  const newItems = state.step === "preview" && target ? findNewItems(state.open, target) : null;
  const hasNewItems =
    newItems !== null && newItems.conversations.length + newItems.folders.length + newItems.prompts.length > 0;
  const open = useOpenImported(onClose);
  const close = state.step === "reading" ? actions.reset : state.step === "importing" ? actions.cancel : onClose;
  const start = () => {
    if (state.step === "preview" && target) void actions.start(state.open, target, place ?? "local");
  };
  return (
    <Modal
      isOpen={isOpen}
      title={t`Import`}
      fitsContent
      onClose={close}
      cancelLabel={state.step === "done" ? t`Done` : state.step === "choosing" ? t`Close` : t`Cancel`}
      {...(newItems && { submitLabel: t`Import`, canSubmit: hasNewItems, onSubmit: start })}
      {...(state.step === "done" && open(state.outcome))}
    >
      {state.step === "choosing" && (
        <ImportChoice
          isReady={target !== null}
          failed={failed}
          problem={state.problem}
          onFile={(file) => void actions.read(file)}
        />
      )}
      {state.step === "reading" && <ReadingProgress fileName={state.name} />}
      {state.step === "preview" && target && (
        <>
          <ImportPreview
            name={state.name}
            open={state.open}
            target={target}
            place={place}
            onChoosePlace={choosePlace}
          />
          <Button
            variant="default"
            size="xs"
            mt={16}
            leftSection={<IconFileImport size={16} aria-hidden />}
            onClick={actions.reset}
          >
            {t`Choose another file`}
          </Button>
        </>
      )}
      {state.step === "importing" && <ImportingProgress done={state.done} total={state.total} />}
      {state.step === "done" && (
        <ImportResult outcome={state.outcome} onMove={() => target && void actions.moveRest(state.outcome, target)} />
      )}
    </Modal>
  );
}

/** Returns the button that opens the imported conversation or, if there are several, the list. */
function useOpenImported(onClose: () => void) {
  const { blockedReason } = useWorkspace();
  return ({ conversationIds }: ImportOutcome) => {
    const [id] = conversationIds;
    if (id === undefined) return null;
    if (conversationIds.length === 1 && blockedReason === null) {
      const openChat = () => {
        onClose();
        openConversation(id);
      };
      return { submitLabel: t({ message: "Open", context: "verb" }), onSubmit: openChat };
    }
    const showList = () => {
      onClose();
      usePanelTabs.setState({ left: "chats" });
      openPanel("left");
    };
    return { submitLabel: t`Show chats`, onSubmit: showList };
  };
}

const ReadingProgress = ({ fileName }: { fileName: string }) => (
  <Progress label={t`Reading ${fileName}`} note={null} fraction={null} />
);

function ImportingProgress({ done, total }: { done: number; total: number }) {
  const isOnline = useIsOnline();
  const doneCount = formatNumber(done);
  const totalCount = formatNumber(total);
  const label = isOnline ? t`Importing` : t`Paused while you’re offline`;
  return <Progress label={label} note={t`${doneCount} of ${totalCount}`} fraction={done / Math.max(1, total)} />;
}
