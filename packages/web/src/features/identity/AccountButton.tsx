import type { SessionUser } from "@lectern/contract";
import { UnstyledButton } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { createLazyComponent } from "../../lib/preload/createLazyComponent.ts";
import { getPreloadProps } from "../../lib/preload/getPreloadProps.ts";
import { usePreloadWhenIdle } from "../../lib/preload/usePreloadWhenIdle.ts";
import { OverlaySuspense } from "../../ui/OverlaySuspense.tsx";
import { useMenuButton } from "../../ui/useMenuButton.ts";
import classes from "./AccountButton.module.css";
import { formatDisplayName } from "./displayName.ts";

const AccountMenu = createLazyComponent(() => import("./AccountMenu.tsx").then(({ AccountMenu }) => AccountMenu));
const preloadMenuProps = getPreloadProps(AccountMenu.load);

/** Shows who is signed in. A click opens the menu with the person's settings and the sign-out. */
export function AccountButton({ user }: { user: SessionUser }) {
  const { isOpen, id, close, buttonProps } = useMenuButton();
  usePreloadWhenIdle(AccountMenu.load);
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
