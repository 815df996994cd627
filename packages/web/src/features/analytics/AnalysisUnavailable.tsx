import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconChartBarOff } from "@tabler/icons-react";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import classes from "./Analytics.module.css";
import { useSwitchAnalysis } from "./useSwitchAnalysis.ts";

/** Shown for a group whose conversations are not analysed. A site administrator can change that. */
export function AnalysisUnavailable({ groupId }: { groupId: string }) {
  const { user } = useWorkspace();
  const { switchAnalysis, isSwitching } = useSwitchAnalysis(groupId);
  return (
    <div className={classes.empty}>
      <IconChartBarOff size={32} stroke={1.4} className={classes.emptyIcon} aria-hidden />
      <p className={classes.emptyText}>
        {t`Access to dashboard metrics and assistant conversation history is not currently available for this group. To request access to these features, please reach out to Amplify for approval.`}
      </p>
      {user.isAdmin && (
        <>
          <Button loading={isSwitching} onClick={() => switchAnalysis(true)}>
            {t`Switch on for this group`}
          </Button>
          <p className={classes.note}>
            {t`You’re a site administrator. Chats with all assistants of the group are then recorded for its editors, and everyone is told before they chat with one.`}
          </p>
        </>
      )}
    </div>
  );
}
