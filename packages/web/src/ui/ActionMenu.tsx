import "@mantine/core/styles/Menu.css";
import { Menu, type MenuProps } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./ActionMenu.module.css";

interface ActionMenuProps extends Required<Pick<MenuProps, "position" | "width">> {
  /** The id of the button that opened it. */
  labelledBy: string;
  onClose: () => void;
  /** `Menu.Item`s; the one with `data-autofocus` has the focus first. */
  children: ReactNode;
}

const outside = ["mousedown", "touchstart"];

/** An open menu that hangs on the element around it. Whoever opens it gives the focus back. */
export function ActionMenu({ labelledBy, position, width, onClose, children }: ActionMenuProps) {
  return (
    <Menu
      opened
      onChange={(isOpen) => !isOpen && onClose()}
      position={position}
      width={width}
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      // Not by keys, as is Mantine's habit: the one that opened it would close it. Within it Esc and Tab do.
      clickOutsideEvents={outside}
      classNames={{ dropdown: classes.dropdown, item: classes.item }}
    >
      <Menu.Target>
        <span className={classes.anchor} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown aria-labelledby={labelledBy}>{children}</Menu.Dropdown>
    </Menu>
  );
}
