import type { listAssistantShares, OpOutput } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconMail, IconRobot, IconUser, IconUsersGroup, IconX } from "@tabler/icons-react";
import { ErrorView } from "../../../ui/ErrorView.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import { RoleSelect } from "./RoleSelect.tsx";
import classes from "./Share.module.css";
import type { ShareRole } from "./useSharing.ts";

type Share = OpOutput<typeof listAssistantShares>["shares"][number];

interface ShareListProps {
  /** Undefined while they are loading. */
  shares: readonly Share[] | undefined;
  error: Error | null;
  onRetry: () => void;
  onChange: (recipient: string, role: ShareRole) => void;
  onWithdraw: (recipient: string) => void;
}

const icons = { person: IconUser, service: IconRobot, group: IconUsersGroup, invitation: IconMail };

/** Who has a right to an assistant. */
export function ShareList({ shares, error, onRetry, onChange, onWithdraw }: ShareListProps) {
  return (
    <section className={classes.section} aria-labelledby="assistant-shares">
      <h3 id="assistant-shares" className={classes.title}>
        {t`Who has access`}
      </h3>
      {shares?.length === 0 && <p className={classes.note}>{t`Only you. Share it with people or groups above.`}</p>}
      {shares && shares.length > 0 && (
        <ul className={classes.list}>
          {shares.map((share) => (
            <ShareRow key={share.id} share={share} onChange={onChange} onWithdraw={onWithdraw} />
          ))}
        </ul>
      )}
      {!shares && error && (
        <ErrorView
          title={t`The list could not be loaded`}
          lines={[error.message]}
          actions={<Button onClick={onRetry}>{t`Try again`}</Button>}
        />
      )}
      {!shares && !error && <ListSkeleton rows={3} label={t`Loading who has access`} />}
    </section>
  );
}

function ShareRow({ share, onChange, onWithdraw }: { share: Share } & Pick<ShareListProps, "onChange" | "onWithdraw">) {
  const { id, kind, email, role } = share;
  const Icon = icons[kind];
  const name = share.name || email || id;
  const details = kind === "invitation" ? t`Has not signed in yet` : name === email ? "" : email;
  return (
    <li className={classes.row}>
      <Icon size={18} stroke={1.6} className={classes.icon} aria-hidden />
      <span className={classes.person}>
        <span className={classes.name}>{name}</span>
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
      <IconButton name={t`Withdraw the access of ${name}`} onClick={() => onWithdraw(id)}>
        <IconX size={16} stroke={1.8} aria-hidden />
      </IconButton>
    </li>
  );
}
