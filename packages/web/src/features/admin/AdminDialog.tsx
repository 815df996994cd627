import { t } from "@lingui/core/macro";
import { FullSizeModal } from "../../ui/modal/FullSizeModal.tsx";
import { useDiscardQuestion } from "../../ui/modal/useDiscardQuestion.tsx";
import classes from "./Admin.module.css";
import { AdminForm } from "./AdminForm.tsx";
import { discardConfigDrafts, hasConfigDrafts } from "./configDrafts.ts";

/** What administrators of the site configure. */
export function AdminDialog({ tab, onClose }: { tab: string | null; onClose: () => void }) {
  const { close, question } = useDiscardQuestion({
    hasChanges: hasConfigDrafts,
    message: t`Your changes to the configuration haven’t been saved.`,
    onDiscard: discardConfigDrafts,
    onClose,
  });
  return (
    <FullSizeModal isOpen title={t`Admin Interface`} onClose={close} classNames={classes}>
      <AdminForm tab={tab} onFailed={onClose} />
      {question}
    </FullSizeModal>
  );
}
