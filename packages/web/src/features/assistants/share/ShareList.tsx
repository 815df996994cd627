import type { listAssistantShares, OpOutput } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconMail, IconRobot, IconUser, IconUsersGroup, IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { useLoadNearEnd } from "../../../lib/useLoadNearEnd.ts";
import { ErrorView } from "../../../ui/ErrorView.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import { RoleSelect } from "./RoleSelect.tsx";
import classes from "./Share.module.css";
import type { ShareListData } from "./useShares.ts";
import type { ShareRole } from "./useSharing.ts";

type Share = OpOutput<typeof listAssistantShares>["shares"][number];

interface ShareListProps {
  list: ShareListData;
  onChange: (recipient: string, role: ShareRole) => void;
  onWithdraw: (recipient: string) => void;
}

const icons = { person: IconUser, service: IconRobot, group: IconUsersGroup, invitation: IconMail, address: IconMail };

/** Who has a right to an assistant. */
export function ShareList({ list, onChange, onWithdraw }: ShareListProps) {
  const { shares, total, error, isLoadingMore, loadMore, retry } = list;
  const scrollRef = useRef<HTMLUListElement>(null);
  const onScroll = useLoadNearEnd(scrollRef, shares?.length ?? 0, loadMore);
  return (
    <section className={classes.section} aria-labelledby="assistant-shares">
      <h3 className={classes.title}>
        <span id="assistant-shares">{t`Who has access`}</span>
        {total > 0 && <span className={classes.count}>{formatNumber(total)}</span>}
      </h3>
      <div className={classes.shares}>
        {shares?.length === 0 && <p className={classes.note}>{t`Only you. Share it with people or groups above.`}</p>}
        {shares && shares.length > 0 && (
          <ul ref={scrollRef} className={classes.list} aria-busy={isLoadingMore} onScroll={onScroll}>
            {shares.map((share) => (
              <ShareRow key={share.id} share={share} onChange={onChange} onWithdraw={onWithdraw} />
            ))}
          </ul>
        )}
        {error && (
          <ErrorView
            title={t`Couldn’t load the list`}
            lines={[error.message]}
            actions={<Button onClick={retry}>{t`Try again`}</Button>}
          />
        )}
        {((!shares && !error) || isLoadingMore) && (
          <ListSkeleton rows={shares ? 1 : 3} label={t`Loading who has access`} />
        )}
      </div>
    </section>
  );
}

function ShareRow({ share, onChange, onWithdraw }: { share: Share } & Pick<ShareListProps, "onChange" | "onWithdraw">) {
  const { id, kind, email, role } = share;
  const Icon = icons[kind];
  const name = share.name || email || id;
  const details = kind === "invitation" ? t`Hasn’t signed in yet` : name === email ? "" : email;
  return (
    <li className={classes.row}>
      <Icon size={18} stroke={1.6} className={classes.icon} aria-hidden />
      <span className={classes.person}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        {details && <span className={classes.note}>{details}</span>}
      </span>
      <span className={classes.role}>
        <RoleSelect
          label={t`What ${name} can do`}
          isLabelHidden
          value={role}
          onChange={(newRole) => onChange(id, newRole)}
        />
      </span>
      <IconButton name={t`Remove access for ${name}`} onClick={() => onWithdraw(id)}>
        <IconX size={16} stroke={1.8} aria-hidden />
      </IconButton>
    </li>
  );
}
