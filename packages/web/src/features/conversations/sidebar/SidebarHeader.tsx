import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconDots, IconFolderPlus, IconPlus } from "@tabler/icons-react";
import { memo, type ReactNode, type Ref, useId, useRef, useState } from "react";
import { openPalette } from "../../../entities/shell/paletteTyping.ts";
import { getKeyCaps, paletteKeys } from "../../../entities/shell/shortcuts.ts";
import { useIsTouchDevice } from "../../../lib/device.ts";
import { createLazyComponent } from "../../../lib/preload/createLazyComponent.ts";
import { getPreloadProps } from "../../../lib/preload/getPreloadProps.ts";
import { usePreloadWhenIdle } from "../../../lib/preload/usePreloadWhenIdle.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import classes from "./SidebarHeader.module.css";

const SidebarMenu = createLazyComponent(() => import("./SidebarMenu.tsx").then(({ SidebarMenu }) => SidebarMenu));
const preloadMenuProps = getPreloadProps(SidebarMenu.load);

interface SidebarHeaderProps {
  blockedReason: string | null;
  typedText: string;
  searchRef: Ref<HTMLInputElement>;
  onType: (typedText: string) => void;
  onLeaveSearch: () => void;
  onNew: () => void;
  onNewFolder: () => void;
  /** The tags to choose from, shown below the search field. */
  tags: ReactNode;
  /** The props of the menu. Must be the same object until a prop changes, because the menu row is memoized. */
  menu: Omit<Parameters<typeof SidebarMenu>[0], "labelledBy" | "onClose">;
}

/** The area above the list: buttons for a new chat and a new folder, the search, and the menu for all conversations. */
export function SidebarHeader(props: SidebarHeaderProps) {
  const { blockedReason, typedText, searchRef, onType, onLeaveSearch, onNew, onNewFolder, tags, menu } = props;
  const isTouchDevice = useIsTouchDevice();
  return (
    <div className={classes.top}>
      <NewButtons blockedReason={blockedReason} onNew={onNew} onNewFolder={onNewFolder} />
      <SearchField
        ref={searchRef}
        label={t`Search chats`}
        value={typedText}
        onChange={onType}
        onArrowDown={onLeaveSearch}
        hint={isTouchDevice ? null : <PaletteHint />}
      />
      {tags}
      <HeaderMenuRow menu={menu} />
    </div>
  );
}

/** Shows the keys that search everything; a click does the same. */
function PaletteHint() {
  const keys = getKeyCaps(paletteKeys).join(" ");
  return (
    <Tooltip label={t`Search everything`}>
      <button type="button" className={classes.keys} aria-label={t`Search everything, ${keys}`} onClick={openPalette}>
        {keys}
      </button>
    </Tooltip>
  );
}

const NewButtons = memo(function NewButtons(
  props: Pick<SidebarHeaderProps, "blockedReason" | "onNew" | "onNewFolder">,
) {
  const { blockedReason, onNew, onNewFolder } = props;
  const isBlocked = blockedReason !== null;
  return (
    <div className={classes.line}>
      <Tooltip label={blockedReason} disabled={!isBlocked} multiline maw={240}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
          className={classes.new}
          aria-disabled={isBlocked || undefined}
          aria-description={blockedReason ?? undefined}
          onClick={() => !isBlocked && onNew()}
        >
          {t`New chat`}
        </Button>
      </Tooltip>
      <IconButton name={t`New folder`} variant="default" size={36} className={classes.folder} onClick={onNewFolder}>
        <IconFolderPlus size={18} stroke={1.6} />
      </IconButton>
    </div>
  );
});

const HeaderMenuRow = memo(function HeaderMenuRow({ menu }: Pick<SidebarHeaderProps, "menu">) {
  usePreloadWhenIdle(SidebarMenu.load);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const menuButtonRef = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const closeMenu = () => {
    setIsMenuOpen(false);
    menuButtonRef.current?.focus({ preventScroll: true });
  };
  return (
    <div className={classes.head}>
      <h2 className={classes.heading}>{t`Conversations`}</h2>
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
