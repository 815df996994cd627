import type { SessionUser } from "@lectern/contract";
import { UnstyledButton } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { lazy } from "react";
import { getPreloadProps } from "../../lib/preload/getPreloadProps.ts";
import { OverlaySuspense } from "../../ui/OverlaySuspense.tsx";
import { useMenuButton } from "../../ui/useMenuButton.ts";
import classes from "./AccountButton.module.css";
import { formatDisplayName } from "./displayName.ts";

const loadMenu = () => import("./AccountMenu.tsx").then(({ AccountMenu }) => ({ default: AccountMenu }));
const AccountMenu = lazy(loadMenu);
const preloadMenuProps = getPreloadProps(loadMenu);

/** Shows who is signed in. A click opens the menu with the person's settings and the sign-out. */
export function AccountButton({ user }: { user: SessionUser }) {
  const { isOpen, id, close, buttonProps } = useMenuButton();
  const name = formatDisplayName(user.email);
  return (
    <div className={classes.anchor}>
      <UnstyledButton {...buttonProps} className={classes.button} aria-haspopup="menu" {...preloadMenuProps}>
        <span className={classes.mark} aria-hidden>
          {Array.from(name)[0]}
        </span>
        <span className={classes.text}>
          <span className={classes.name}>{name}</span>
          <span className={classes.note}>{user.email}</span>
        </span>
        <IconDots size={18} stroke={1.6} aria-hidden className={classes.icon} />
      </UnstyledButton>
      {isOpen && (
        <OverlaySuspense isOpen onClose={close}>
          <AccountMenu name={name} labelledBy={id} onClose={close} />
        </OverlaySuspense>
      )}
    </div>
  );
}
