import { t } from "@lingui/core/macro";
import { IconFold } from "@tabler/icons-react";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { FootDisclosure } from "../../../ui/disclosure/FootDisclosure.tsx";
import classes from "./Summary.module.css";
import { SummaryPanel } from "./SummaryPanel.tsx";
import { useShownSummary } from "./useShownSummary.ts";

/** Says that an answer had a summary in place of earlier messages. Expands to the summary as it is now. */
export function UsedSummary() {
  const { conversationId } = useWorkspace();
  return (
    <FootDisclosure
      icon={<IconFold size={16} stroke={1.6} aria-hidden />}
      label={t`Summary used`}
      title={t`Summary of earlier messages`}
      className={classes.used}
    >
      {conversationId !== null && <OpenSummary conversationId={conversationId} />}
    </FootDisclosure>
  );
}

function OpenSummary({ conversationId }: { conversationId: string }) {
  const shown = useShownSummary(conversationId);
  if (!shown) return <p className={classes.note}>{t`The summary has been deleted, or no longer applies.`}</p>;
  return <SummaryPanel shown={shown} isReadOnly={false} />;
}
