import { t } from "@lingui/core/macro";
import { Menu } from "@mantine/core";
import { IconCheck, IconDots } from "@tabler/icons-react";
import { useId, useRef, useState } from "react";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "./PromptListMenu.module.css";
import type { PromptView } from "./usePromptView.ts";

interface PromptListMenuProps {
  view: PromptView;
  /** True if the person has hidden templates. */
  hasHidden: boolean;
}

/**
 * The button and the menu with the options of the list: the order of folders, and whether hidden templates are shown.
 */
export function PromptListMenu({ view, hasHidden }: PromptListMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const wasOpenRef = useRef(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const buttonId = useId();
  const close = () => {
    setIsOpen(false);
    buttonRef.current?.focus({ preventScroll: true });
  };
  return (
    <span className={classes.menu}>
      <IconButton
        ref={buttonRef}
        id={buttonId}
        name={t`Prompt list options`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        // Pressing this button while the menu is open closes the menu. The click that follows must not reopen it.
        onPointerDown={() => {
          wasOpenRef.current = isOpen;
        }}
        onClick={() => {
          setIsOpen(!wasOpenRef.current);
          wasOpenRef.current = false;
        }}
      >
        <IconDots size={18} stroke={1.6} />
      </IconButton>
      {isOpen && (
        <ActionMenu labelledBy={buttonId} position="bottom-end" width={220} onClose={close}>
          <Menu.RadioItem
            value="date"
            checked={view.sort === "date"}
            onChange={() => view.setSort("date")}
            {...itemProps}
            data-autofocus
          >
            {t`Sort folders by date`}
          </Menu.RadioItem>
          <Menu.RadioItem
            value="name"
            checked={view.sort === "name"}
            onChange={() => view.setSort("name")}
            {...itemProps}
          >
            {t`Sort folders by name`}
          </Menu.RadioItem>
          {(hasHidden || view.showsHidden) && (
            <>
              <Menu.Divider />
              <Menu.CheckboxItem checked={view.showsHidden} onChange={view.setShowsHidden} {...itemProps}>
                {t`Show hidden prompts`}
              </Menu.CheckboxItem>
            </>
          )}
        </ActionMenu>
      )}
    </span>
  );
}

const itemProps = { closeMenuOnClick: true, checkIcon: <IconCheck size={16} stroke={1.8} /> };
