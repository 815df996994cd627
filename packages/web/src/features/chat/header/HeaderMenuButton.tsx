import { t } from "@lingui/core/macro";
import { IconDots } from "@tabler/icons-react";
import { lazy } from "react";
import { getPreloadProps } from "../../../lib/preload/getPreloadProps.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import { useMenuButton } from "../../../ui/useMenuButton.ts";
import classes from "./ChatHeader.module.css";
import type { HeaderMenuButtonProps } from "./headerMenuProps.ts";

const loadMenu = () => import("./HeaderMenu.tsx").then(({ HeaderMenu }) => ({ default: HeaderMenu }));
const HeaderMenu = lazy(loadMenu);
const preloadMenuProps = getPreloadProps(loadMenu);

/** The menu for rare actions and, on a narrow screen, for those that do not fit into the header. */
export function HeaderMenuButton(props: HeaderMenuButtonProps) {
  const { isOpen, id, close, buttonProps } = useMenuButton();
  return (
    <span className={classes.menuAnchor}>
      <IconButton {...buttonProps} name={t`More actions`} aria-haspopup="menu" {...preloadMenuProps}>
        <IconDots size={20} stroke={1.6} />
      </IconButton>
      {isOpen && (
        <OverlaySuspense isOpen onClose={close}>
          <HeaderMenu {...props} labelledBy={id} onClose={close} />
        </OverlaySuspense>
      )}
    </span>
  );
}
