import type { ShareLink } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { IconCheck, IconLink, IconLinkOff } from "@tabler/icons-react";
import { useId, useState } from "react";
import { getConversationName } from "../../entities/conversations/getConversationName.ts";
import { formatDay, formatDayAndTime } from "../../entities/files/formatDay.ts";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { formatSharedLink } from "../../entities/shell/routes.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { useClipboard } from "../../ui/useClipboard.ts";
import classes from "./ShareTab.module.css";
import { WithdrawDialog } from "./WithdrawDialog.tsx";

/** The links to chats that the person has shared, and how many people have opened each. */
export function SentLinks({ links }: { links: readonly ShareLink[] }) {
  const headingId = useId();
  const areOn = useFlag("shareLinks");
  const [stopped, setStopped] = useState<{ link: ShareLink; isOpen: boolean } | null>(null);
  return (
    <>
      {links.length > 0 && (
        <section aria-labelledby={headingId}>
          <h3 id={headingId} className={classes.sender}>
            {t`Links you shared`}
          </h3>
          <ul className={classes.list} aria-labelledby={headingId}>
            {links.map((link) => (
              <LinkRow key={link.key} link={link} canCopy={areOn} onStop={() => setStopped({ link, isOpen: true })} />
            ))}
          </ul>
        </section>
      )}
      {stopped && (
        <WithdrawDialog
          shareKey={stopped.link.key}
          isLink
          isOpen={stopped.isOpen}
          onClose={() => setStopped({ ...stopped, isOpen: false })}
        />
      )}
    </>
  );
}

function LinkRow({ link, canCopy, onStop }: { link: ShareLink; canCopy: boolean; onStop: () => void }) {
  const { key, title, sharedAt, viewCount, expiresAt } = link;
  const { isCopied, copy } = useClipboard();
  const address = formatSharedLink(key);
  const name = getConversationName({ name: title });
  const lastDay = formatDay(expiresAt);
  return (
    <li className={classes.row}>
      <div className={classes.sent}>
        <span className={classes.time}>{formatDayAndTime(sharedAt)}</span>
        <a className={classes.link} href={new URL(address).hash}>
          {name}
        </a>
        <span className={classes.details}>
          {plural(viewCount, { one: "Opened by # person", other: "Opened by # people" })} ·{" "}
          {t`available until ${lastDay}`}
        </span>
      </div>
      {canCopy && (
        <IconButton name={isCopied ? t`Copied` : t`Copy the link to “${name}”`} onClick={() => copy(address)}>
          {isCopied ? (
            <IconCheck size={16} stroke={1.8} aria-hidden />
          ) : (
            <IconLink size={16} stroke={1.6} aria-hidden />
          )}
        </IconButton>
      )}
      <IconButton name={t`Stop sharing “${name}”`} onClick={onStop}>
        <IconLinkOff size={16} stroke={1.6} aria-hidden />
      </IconButton>
    </li>
  );
}
