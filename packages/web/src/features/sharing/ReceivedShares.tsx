import type { ReceivedShare } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { savedArtifactsQuery, useSavedArtifactEvents } from "../../entities/artifacts/savedArtifacts.ts";
import { formatDayAndTime } from "../../entities/files/formatDay.ts";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { receivedSharesQuery } from "../../entities/shares/shareQueries.ts";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { describeCounts, describeNames } from "./describeShared.ts";
import { groupBySender } from "./groupBySender.ts";
import { isReceived, ReceivedArtifacts } from "./ReceivedArtifacts.tsx";
import { RemoveReceivedDialog } from "./RemoveReceivedDialog.tsx";
import { ShareListState } from "./ShareListState.tsx";
import classes from "./ShareTab.module.css";
import { markSharesSeen } from "./seenShares.ts";

/** What others have shared with the person, by sender. */
export function ReceivedShares() {
  const { user } = useWorkspace();
  const query = useQuery(receivedSharesQuery);
  const [removed, setRemoved] = useState<{ share: ReceivedShare; isOpen: boolean } | null>(null);
  const { data: shares } = query;
  const hasArtifacts = useFlag("artifacts");
  const { data: saved = [] } = useQuery({ ...savedArtifactsQuery, enabled: hasArtifacts });
  useSavedArtifactEvents();
  const artifacts = hasArtifacts ? saved.filter(isReceived) : [];
  useEffect(() => {
    if (shares) markSharesSeen(user.id, shares);
  }, [user.id, shares]);
  return (
    <>
      <ShareListState
        query={query}
        isEmpty={shares?.length === 0 && artifacts.length === 0}
        failedText={t`Unable to fetch your shared items. Please check your Internet connection and try again later.`}
        emptyText={t`Nothing has been shared with you yet.`}
      />
      {groupBySender(shares ?? []).map(({ sender, name, shares: sharesOfSender }) => (
        <SenderGroup
          key={sender}
          sender={sender}
          name={name}
          shares={sharesOfSender}
          onRemove={(share) => setRemoved({ share, isOpen: true })}
        />
      ))}
      <ReceivedArtifacts artifacts={artifacts} />
      {removed && (
        <RemoveReceivedDialog
          share={removed.share}
          isOpen={removed.isOpen}
          onClose={() => setRemoved({ ...removed, isOpen: false })}
        />
      )}
    </>
  );
}

interface SenderGroupProps {
  sender: string;
  name: string;
  shares: readonly ReceivedShare[];
  onRemove: (share: ReceivedShare) => void;
}

function SenderGroup({ sender, name, shares, onRemove }: SenderGroupProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className={classes.sender} title={sender}>
        {name}
      </h3>
      <ul className={classes.list}>
        {shares.map((share) => (
          <ReceivedRow key={share.key} share={share} onRemove={() => onRemove(share)} />
        ))}
      </ul>
    </section>
  );
}

function ReceivedRow({ share, onRemove }: { share: ReceivedShare; onRemove: () => void }) {
  const { sharedAt, note, openedAt, importedAt } = share;
  const names = describeNames(share);
  const time = formatDayAndTime(sharedAt);
  return (
    <li className={classes.row}>
      <button type="button" className={classes.open} onClick={() => openDialog("receivedShare", { share })}>
        <span className={classes.time}>
          {time}
          {openedAt === null && (
            <>
              <span className={classes.dot} aria-hidden />
              <VisuallyHidden>{t({ message: "New", comment: "Something was shared with the person" })}</VisuallyHidden>
            </>
          )}
        </span>
        <span className={classes.note}>{note}</span>
        {names !== "" && <span className={classes.names}>{names}</span>}
        <span className={classes.details}>
          {describeCounts(share)}
          {importedAt !== null && ` · ${t`Imported`}`}
        </span>
      </button>
      <IconButton name={t`Remove “${note}”, shared on ${time}`} onClick={onRemove}>
        <IconX size={16} stroke={1.8} aria-hidden />
      </IconButton>
    </li>
  );
}
