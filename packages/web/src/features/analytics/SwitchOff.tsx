import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { ConfirmDialog } from "../../ui/modal/ConfirmDialog.tsx";
import classes from "./Analytics.module.css";
import { useSwitchAnalysis } from "./useSwitchAnalysis.ts";

/** Lets a site administrator switch the analysis of a group off. */
export function SwitchOff({ groupId }: { groupId: string }) {
  const { user } = useWorkspace();
  const [isAsking, setIsAsking] = useState(false);
  const { switchAnalysis, isSwitching } = useSwitchAnalysis(groupId);
  if (!user.isAdmin) return null;
  return (
    <>
      <button type="button" className={classes.quietButton} onClick={() => setIsAsking(true)}>
        {t`Switch off chat analysis for this group…`}
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Switch off chat analysis?`}
        message={t`Nothing more is recorded, and nobody sees what has been recorded until it is switched on again.`}
        confirmLabel={t`Switch off`}
        isBusy={isSwitching}
        onConfirm={() => switchAnalysis(false, { onSettled: () => setIsAsking(false) })}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
