import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { DialogProps } from "../../../entities/shell/dialogs.ts";
import { openPanel, usePanelTabs } from "../../../entities/shell/panels.ts";
import { openConversation } from "../../../entities/shell/routes.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { useIsOnline } from "../../../lib/device.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { Progress } from "../Progress.tsx";
import { findNewItems, type ImportOutcome, type ImportTarget } from "./applyImport.ts";
import { ImportPreview } from "./ImportPreview.tsx";
import { ImportResult } from "./ImportResult.tsx";
import type { OpenImport } from "./openImport.ts";
import type { useImport } from "./useImport.ts";
import { useImportPlace } from "./useImportPlace.ts";

interface ImportFrameProps extends DialogProps {
  title: string;
  steps: ReturnType<typeof useImport>;
  target: ImportTarget | null;
  /** Shown until something is read. */
  choice: ReactNode;
  /** Shown above the preview. */
  origin?: ReactNode;
  /** Shown below the preview. */
  details?: ReactNode;
  /** Changes what is imported, before the first item is stored. */
  prepare?: ((open: OpenImport) => Promise<OpenImport>) | undefined;
  /** Returns to the choice; absent: there is only one thing to import. */
  onChooseAnother?: () => void;
}

/** The dialog of an import, from its preview to its result. */
export function ImportFrame(props: ImportFrameProps) {
  const { isOpen, onClose, title, target, choice, origin, details, prepare, onChooseAnother } = props;
  const { state, ...actions } = props.steps;
  const { place, choosePlace, confirmPlace } = useImportPlace();
  const newItems = state.step === "preview" && target ? findNewItems(state.open, target) : null;
  const hasNewItems =
    newItems !== null && newItems.conversations.length + newItems.folders.length + newItems.prompts.length > 0;
  const open = useOpenImported(onClose);
  const leaveReading = onChooseAnother ?? onClose;
  const close = state.step === "reading" ? leaveReading : state.step === "importing" ? actions.cancel : onClose;
  const start = async () => {
    if (state.step !== "preview" || !target) return;
    if (newItems && newItems.conversations.length > 0) confirmPlace();
    await actions.start(state.open, target, { place: place ?? "local", prepare });
  };
  return (
    <Modal
      isOpen={isOpen}
      title={title}
      fitsContent
      onClose={close}
      cancelLabel={state.step === "done" ? t`Done` : state.step === "choosing" ? t`Close` : t`Cancel`}
      {...(newItems && { submitLabel: t`Import`, canSubmit: hasNewItems, onSubmit: () => void start() })}
      {...(state.step === "done" && open(state.outcome))}
    >
      {state.step === "choosing" && choice}
      {state.step === "reading" && <ReadingProgress fileName={state.name} />}
      {state.step === "preview" && target && (
        <>
          {origin}
          <ImportPreview
            name={origin ? null : state.name}
            open={state.open}
            target={target}
            place={place}
            onChoosePlace={choosePlace}
          />
          {details}
          {onChooseAnother && (
            <Button
              variant="default"
              size="xs"
              mt={16}
              leftSection={<IconFileImport size={16} aria-hidden />}
              onClick={onChooseAnother}
            >
              {t`Choose another file`}
            </Button>
          )}
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
