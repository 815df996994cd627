import "@mantine/core/styles/Menu.css";
import { Menu, type MenuProps } from "@mantine/core";
import type { ReactNode } from "react";
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

const clickOutsideEvents = ["mousedown", "touchstart"];

/** An open menu, positioned at its parent element. The component that opens the menu must restore the focus. */
export function ActionMenu({ labelledBy, position, width, onClose, children }: ActionMenuProps) {
  useMenuClosing(onClose);
  return (
    <Menu
      opened
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
      classNames={{ dropdown: classes.dropdown, item: classes.item, itemIndicator: classes.indicator }}
    >
      <Menu.Target>
        <span className={classes.anchor} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown aria-labelledby={labelledBy}>{children}</Menu.Dropdown>
    </Menu>
  );
}
