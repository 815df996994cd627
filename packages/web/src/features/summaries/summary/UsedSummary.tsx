import { parseContextUse } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconFold } from "@tabler/icons-react";
import type { AnswerPartProps } from "../../../entities/chat/slots/chatSlots.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { FootDisclosure } from "../../../ui/disclosure/FootDisclosure.tsx";
import classes from "./Summary.module.css";
import { SummaryPanel } from "./SummaryPanel.tsx";
import { useSummaryOf } from "./useShownSummary.ts";

/** Says that an answer had a summary in place of earlier messages. Expands to the summary as it is now. */
export function UsedSummary({ state }: AnswerPartProps) {
  const { conversationId } = useWorkspace();
  const messageId = parseContextUse(state)?.summaryId ?? null;
  return (
    <FootDisclosure
      icon={<IconFold size={16} stroke={1.6} aria-hidden />}
      label={t`Summary used`}
      title={t`Summary of earlier messages`}
      className={classes.used}
    >
      {conversationId !== null && messageId !== null && (
        <OpenSummary conversationId={conversationId} messageId={messageId} />
      )}
    </FootDisclosure>
  );
}

function OpenSummary({ conversationId, messageId }: { conversationId: string; messageId: string }) {
  const found = useSummaryOf(conversationId, messageId);
  if (!found) return <p className={classes.note}>{t`The summary has been deleted, or no longer applies.`}</p>;
  return (
    <SummaryPanel
      editKey={`used:${messageId}`}
      shown={found.stored}
      isReadOnly={found.replacement !== null}
      replacement={found.replacement}
    />
  );
}
