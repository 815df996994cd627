import type { SentShare, ShareRecipient } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { IconTrash, IconUser, IconUsersGroup } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeItems } from "../../entities/exports/describeItems.ts";
import { formatDay, formatDayAndTime } from "../../entities/files/formatDay.ts";
import { sentSharesQuery, shareLinksQuery } from "../../entities/shares/shareQueries.ts";
import { breakAfter } from "../../ui/breakAfter.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { LoadFailedBanner } from "../../ui/LoadFailedBanner.tsx";
import { SentLinks } from "./SentLinks.tsx";
import { ShareListState } from "./ShareListState.tsx";
import classes from "./ShareTab.module.css";
import { WithdrawDialog } from "./WithdrawDialog.tsx";

/** What the person has shared, and who has opened or imported it. */
export function SentShares() {
  const query = useQuery(sentSharesQuery);
  const linksQuery = useQuery(shareLinksQuery);
  const [withdrawn, setWithdrawn] = useState<{ share: SentShare; isOpen: boolean } | null>(null);
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
      <ul className={classes.list} aria-label={t`Items You Shared`}>
        {shares?.map((share) => (
          <SentRow key={share.key} share={share} onWithdraw={() => setWithdrawn({ share, isOpen: true })} />
        ))}
      </ul>
      {withdrawn && (
        <WithdrawDialog
          shareKey={withdrawn.share.key}
          isOpen={withdrawn.isOpen}
          onClose={() => setWithdrawn({ ...withdrawn, isOpen: false })}
        />
      )}
    </>
  );
}

function SentRow({ share, onWithdraw }: { share: SentShare; onWithdraw: () => void }) {
  const { sharedAt, note, counts, expiresAt, recipients, recipientCount } = share;
  const time = formatDayAndTime(sharedAt);
  const lastDay = formatDay(expiresAt);
  const remainingCount = recipientCount - recipients.length;
  return (
    <li className={classes.row}>
      <div className={classes.sent}>
        <span className={classes.time}>{time}</span>
        <span className={classes.note}>{note}</span>
        <span className={classes.details}>
          {describeItems(counts)} · {t`available until ${lastDay}`}
        </span>
        <ul className={classes.recipients} aria-label={t`Recipients`}>
          {recipients.map((recipient) => (
            <Recipient key={recipient.name} recipient={recipient} />
          ))}
          {remainingCount > 0 && <li>{plural(remainingCount, { one: "… and # more", other: "… and # more" })}</li>}
        </ul>
      </div>
      <IconButton name={t`Withdraw what you shared on ${time}`} onClick={onWithdraw}>
        <IconTrash size={16} stroke={1.6} aria-hidden />
      </IconButton>
    </li>
  );
}

function Recipient({ recipient }: { recipient: ShareRecipient }) {
  const { name, isGroup } = recipient;
  const Icon = isGroup ? IconUsersGroup : IconUser;
  return (
    <li className={classes.recipient}>
      <Icon size={14} stroke={1.6} aria-hidden />
      <span className={classes.recipientName}>{breakAfter(name, /(?<=[@.])/)}</span>
      <span className={classes.state}>{describeState(recipient)}</span>
    </li>
  );
}

function describeState({ openedAt, importedAt }: ShareRecipient): string {
  if (importedAt !== null) return t`Imported`;
  return openedAt === null ? t`Not opened yet` : t({ message: "Opened", comment: "A recipient has opened it" });
}
