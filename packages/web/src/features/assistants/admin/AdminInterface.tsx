import { t } from "@lingui/core/macro";
import { useRef, useState } from "react";
import { useClosingQuestion } from "../../../entities/groups/useClosingQuestion.tsx";
import { type AssistantAdminRoute, closeAssistantAdmin } from "../../../entities/shell/assistantAdminRoute.ts";
import { FullSizeModal } from "../../../ui/modal/FullSizeModal.tsx";
import classes from "./Admin.module.css";
import { AdminContent } from "./AdminContent.tsx";
import { AdminBarContext } from "./adminBar.ts";
import { EditorGuardContext } from "./editorGuard.ts";

/** The console in which groups make their assistants. */
export function AdminInterface({ route }: { route: AssistantAdminRoute }) {
  const guardRef = useRef<((close: () => void) => void) | null>(null);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const { close, question } = useClosingQuestion(() => {
    if (guardRef.current) guardRef.current(closeAssistantAdmin);
    else closeAssistantAdmin();
  });
  return (
    <FullSizeModal isOpen title={t`Assistant Admin Interface`} onClose={close} barRef={setBar} classNames={classes}>
      <EditorGuardContext value={guardRef}>
        <AdminBarContext value={bar}>
          <AdminContent route={route} />
        </AdminBarContext>
      </EditorGuardContext>
      {question}
    </FullSizeModal>
  );
}
