import { t } from "@lingui/core/macro";
import { useRef } from "react";
import { useClosingQuestion } from "../../../entities/groups/useClosingQuestion.tsx";
import { type AssistantAdminRoute, closeAssistantAdmin } from "../../../entities/shell/assistantAdminRoute.ts";
import { FullSizeModal } from "../../../ui/modal/FullSizeModal.tsx";
import classes from "./Admin.module.css";
import { AdminContent } from "./AdminContent.tsx";
import { EditorGuardContext } from "./editorGuard.ts";

/** The console in which groups make their assistants. */
export function AdminInterface({ route }: { route: AssistantAdminRoute }) {
  const guardRef = useRef<((close: () => void) => void) | null>(null);
  const { close, question } = useClosingQuestion(() => {
    if (guardRef.current) guardRef.current(closeAssistantAdmin);
    else closeAssistantAdmin();
  });
  return (
    <FullSizeModal isOpen title={t`Assistant Admin Interface`} onClose={close} classNames={classes}>
      <EditorGuardContext value={guardRef}>
        <AdminContent route={route} />
      </EditorGuardContext>
      {question}
    </FullSizeModal>
  );
}
