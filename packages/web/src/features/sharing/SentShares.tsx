import type { SentShare, ShareRecipient } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { IconTrash, IconUser, IconUsersGroup, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay, formatDayAndTime } from "../../entities/files/formatDay.ts";
import { sentSharesQuery, shareLinksQuery } from "../../entities/shares/shareQueries.ts";
import { breakAfter } from "../../ui/breakAfter.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { LoadFailedBanner } from "../../ui/LoadFailedBanner.tsx";
import { describeCounts, describeNames } from "./describeShared.ts";
import { SentLinks } from "./SentLinks.tsx";
import { ShareListState } from "./ShareListState.tsx";
import classes from "./ShareTab.module.css";
import { WithdrawDialog } from "./WithdrawDialog.tsx";

/** What the person has shared, and who has opened or imported it. */
export function SentShares() {
  const query = useQuery(sentSharesQuery);
  const linksQuery = useQuery(shareLinksQuery);
  const [withdrawn, setWithdrawn] = useState<{
    share: SentShare;
    recipient: ShareRecipient | null;
    isOpen: boolean;
  } | null>(null);
  const { data: shares } = query;
  const { data: links = [], error: linksError, refetch: reloadLinks } = linksQuery;
  return (
    <>
      {linksError && (
        <LoadFailedBanner
          text={t`Couldn’t load the links you shared.`}
          error={linksError}
          onRetry={() => void reloadLinks()}
        />
      )}
      <SentLinks links={links} />
      <ShareListState
        query={query}
        isEmpty={shares?.length === 0 && links.length === 0 && !linksQuery.isPending}
        failedText={t`Unable to fetch items you shared. Please check your Internet connection and try again later.`}
        emptyText={t`You haven’t shared anything yet.`}
      />
      {links.length > 0 && shares && shares.length > 0 && (
        <h3 className={classes.sender}>{t`Shared with people and groups`}</h3>
      )}
      <ul className={classes.list} aria-label={t`Items You Shared`}>
        {shares?.map((share) => (
          <SentRow
            key={share.key}
            share={share}
            onWithdraw={(recipient) => setWithdrawn({ share, recipient, isOpen: true })}
          />
        ))}
      </ul>
      {withdrawn && (
        <WithdrawDialog
          shareKey={withdrawn.share.key}
          recipient={withdrawn.recipient}
          isOpen={withdrawn.isOpen}
          onClose={() => setWithdrawn({ ...withdrawn, isOpen: false })}
        />
      )}
    </>
  );
}

interface SentRowProps {
  share: SentShare;
  /** `recipient`: from whom alone; null: from all. */
  onWithdraw: (recipient: ShareRecipient | null) => void;
}

function SentRow({ share, onWithdraw }: SentRowProps) {
  const { sharedAt, note, expiresAt, recipients, recipientCount } = share;
  const names = describeNames(share);
  const time = formatDayAndTime(sharedAt);
  const lastDay = formatDay(expiresAt);
  const remainingCount = recipientCount - recipients.length;
  return (
    <li className={classes.row}>
      <div className={classes.sent}>
        <span className={classes.time}>{time}</span>
        <span className={classes.note}>{note}</span>
        {names !== "" && <span className={classes.names}>{names}</span>}
        <span className={classes.details}>
          {describeCounts(share)} · {t`available until ${lastDay}`}
        </span>
        <ul className={classes.recipients} aria-label={t`Recipients`}>
          {recipients.map((recipient) => (
            <Recipient
              key={recipient.id}
              recipient={recipient}
              onWithdraw={recipientCount > 1 && recipient.id !== "" ? () => onWithdraw(recipient) : null}
            />
          ))}
          {remainingCount > 0 && <li>{plural(remainingCount, { one: "… and # more", other: "… and # more" })}</li>}
        </ul>
      </div>
      <IconButton name={t`Withdraw “${note}”, shared on ${time}`} onClick={() => onWithdraw(null)}>
        <IconTrash size={16} stroke={1.6} aria-hidden />
      </IconButton>
    </li>
  );
}

/** `onWithdraw`: null for the only recipient, from whom the whole row is withdrawn. */
function Recipient({ recipient, onWithdraw }: { recipient: ShareRecipient; onWithdraw: (() => void) | null }) {
  const { name, isGroup } = recipient;
  const Icon = isGroup ? IconUsersGroup : IconUser;
  return (
    <li className={classes.recipient}>
      <Icon size={14} stroke={1.6} aria-hidden />
      <span className={classes.recipientText}>
        <span className={classes.recipientName}>{breakAfter(name, /(?<=[@.])/)}</span>
        <span>{describeState(recipient)}</span>
      </span>
      {onWithdraw && (
        <IconButton size={24} name={t`Withdraw it from ${name}`} onClick={onWithdraw}>
          <IconX size={14} stroke={1.8} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

function describeState(recipient: ShareRecipient): string {
  return recipient.isGroup ? describeGroupState(recipient) : describePersonState(recipient);
}

function describeGroupState({ openedCount, importedCount, memberCount }: ShareRecipient): string {
  if (openedCount === 0) return t`Not opened yet`;
  if (memberCount === null) {
    return importedCount === 0
      ? t`Opened by ${openedCount}`
      : t`Opened by ${openedCount}, imported by ${importedCount}`;
  }
  return importedCount === 0
    ? t`Opened by ${openedCount} of ${memberCount}`
    : t`Opened by ${openedCount} of ${memberCount}, imported by ${importedCount}`;
}

function describePersonState({ openedAt, importedAt }: ShareRecipient): string {
  if (importedAt !== null) return t`Imported`;
  return openedAt === null ? t`Not opened yet` : t({ message: "Opened", comment: "A recipient has opened it" });
}
