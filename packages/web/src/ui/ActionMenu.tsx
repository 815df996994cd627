import "@mantine/core/styles/Menu.css";
import { Menu, type MenuProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useIsNarrow } from "../lib/device.ts";
import classes from "./ActionMenu.module.css";
import { useMenuClosing } from "./openMenus.ts";

interface ActionMenuProps extends Required<Pick<MenuProps, "position" | "width">> {
  /** The id of the button that opened the menu. */
  labelledBy: string;
  onClose: () => void;
  /** `Menu.Item`s. The item with `data-autofocus` gets the focus first. */
  children: ReactNode;
}

/** Above the notices. */
export const menuZIndex = 410;

/** In place of that at the button, which the menu sets as a style of the element. */
const sheetPlace = { position: "fixed", top: "auto", bottom: 0, left: 0, width: "100%" } as const;

const clickOutsideEvents = ["mousedown", "touchstart"];

/**
 * An open menu, positioned at its parent element, or a sheet at the lower edge of a narrow screen. The component that
 * opens the menu must restore the focus.
 */
export function ActionMenu({ labelledBy, position, width, onClose, children }: ActionMenuProps) {
  useMenuClosing(onClose);
  const isSheet = useIsNarrow();
  return (
    <Menu
      opened
      withOverlay={isSheet}
      // The scrim closes a sheet at the end of a tap. Earlier, the tap would reach what is below the scrim.
      overlayProps={{ className: classes.scrim, zIndex: menuZIndex - 1, onClick: onClose }}
      closeOnClickOutside={!isSheet}
      // `useMenuClosing` also works while the focus is still on its way into the menu.
      closeOnEscape={false}
      onChange={(isOpen) => !isOpen && onClose()}
      position={position}
      width={width}
      zIndex={menuZIndex}
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      // Omit Mantine's default key events, because the key press that opens the menu would also close it. Tab
      // still closes it.
      clickOutsideEvents={clickOutsideEvents}
      classNames={{
        dropdown: isSheet ? `${classes.dropdown} ${classes.sheet}` : classes.dropdown,
        item: classes.item,
        itemIndicator: classes.indicator,
      }}
    >
      <Menu.Target>
        <span className={classes.anchor} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown aria-labelledby={labelledBy} {...(isSheet && { style: sheetPlace })}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
