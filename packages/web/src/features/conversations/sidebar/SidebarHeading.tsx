import { t } from "@lingui/core/macro";
import { IconDots } from "@tabler/icons-react";
import { memo, useId, useRef, useState } from "react";
import { createLazyComponent } from "../../../lib/preload/createLazyComponent.ts";
import { getPreloadProps } from "../../../lib/preload/getPreloadProps.ts";
import { usePreloadWhenIdle } from "../../../lib/preload/usePreloadWhenIdle.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import classes from "./SidebarHeading.module.css";

const SidebarMenu = createLazyComponent(() => import("./SidebarMenu.tsx").then(({ SidebarMenu }) => SidebarMenu));
const preloadMenuProps = getPreloadProps(SidebarMenu.load);

interface SidebarHeadingProps {
  /** The props of the menu. Must be the same object until a prop changes, because this component is memoized. */
  menu: Omit<Parameters<typeof SidebarMenu>[0], "labelledBy" | "onClose">;
}

/** The heading of the list, with the menu for all conversations. */
export const SidebarHeading = memo(function SidebarHeading({ menu }: SidebarHeadingProps) {
  usePreloadWhenIdle(SidebarMenu.load);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const menuButtonRef = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const closeMenu = () => {
    setIsMenuOpen(false);
    menuButtonRef.current?.focus({ preventScroll: true });
  };
  return (
    <div className={classes.root}>
      <h2 className={classes.title}>{t`Conversations`}</h2>
      <div className={classes.menu}>
        <IconButton
          ref={menuButtonRef}
          id={menuId}
          name={t`Actions for all chats`}
          size={28}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          onClick={() => setIsMenuOpen(!isMenuOpen)}
          {...preloadMenuProps}
        >
          <IconDots size={16} stroke={1.8} />
        </IconButton>
        {isMenuOpen && (
          <OverlaySuspense isOpen onClose={closeMenu}>
            <SidebarMenu labelledBy={menuId} onClose={closeMenu} {...menu} />
          </OverlaySuspense>
        )}
      </div>
    </div>
  );
});
