import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { isSiteAdminOpen, openSiteAdmin, type SiteAdminRoute } from "../../entities/shell/siteAdminRoute.ts";
import { FullSizeModal } from "../../ui/modal/FullSizeModal.tsx";
import { useDiscardQuestion } from "../../ui/modal/useDiscardQuestion.tsx";
import { notifyActionable } from "../../ui/notices/notify.tsx";
import { closeNotice } from "../../ui/notices/showNotice.ts";
import classes from "./Admin.module.css";
import { AdminForm } from "./AdminForm.tsx";
import { discardConfigDrafts, hasConfigDrafts } from "./configDrafts.ts";

/** What administrators of the site configure. */
export function AdminDialog({ route, onClose }: { route: SiteAdminRoute; onClose: () => void }) {
  const { close, question } = useDiscardQuestion({
    hasChanges: hasConfigDrafts,
    message: t`Your changes to the configuration haven’t been saved.`,
    onDiscard: discardConfigDrafts,
    onClose,
  });
  useEffect(announceWaitingDrafts, []);
  return (
    <FullSizeModal isOpen title={t`Admin Interface`} onClose={close} classNames={classes}>
      <AdminForm route={route} onFailed={onClose} />
      {question}
    </FullSizeModal>
  );
}

const waitingNoticeId = "adminDrafts";

/** The back button closes the dialog without a question. What was changed waits, and the page says so. */
function announceWaitingDrafts(): () => void {
  closeNotice(waitingNoticeId);
  return () => {
    // Another language creates the dialog again.
    if (!hasConfigDrafts() || isSiteAdminOpen()) return;
    notifyActionable(waitingNoticeId, t`Your changes to the configuration haven’t been saved.`, {
      label: t`Continue`,
      run: () => openSiteAdmin(),
    });
  };
}
