import type { GroupLevel } from "@lectern/contract";
import { Combobox, useCombobox } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { menuZIndex } from "../../ui/ActionMenu.tsx";
import { useMenuClosing } from "../../ui/openMenus.ts";
import { getLevelDescription, getLevelName, groupLevels } from "./groupTexts.ts";
import classes from "./LevelSelect.module.css";

interface LevelListProps {
  /** The id of the list. The ids of its options are this, a hyphen and the level. */
  id: string;
  name: string;
  value: GroupLevel;
  activeLevel: GroupLevel;
  onActive: (level: GroupLevel) => void;
  onChoose: (level: GroupLevel) => void;
  onClose: () => void;
}

/** The open list of a field for a level, which handles the keys. */
export function LevelList({ id, name, value, activeLevel, onActive, onChoose, onClose }: LevelListProps) {
  const combobox = useCombobox({ opened: true });
  useMenuClosing(onClose);
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width="target"
      zIndex={menuZIndex}
      classNames={{ dropdown: classes.dropdown, option: classes.option }}
      onClose={onClose}
      onOptionSubmit={(chosen) => {
        const level = groupLevels.find((each) => each === chosen);
        if (level) onChoose(level);
      }}
    >
      <Combobox.DropdownTarget>
        <span className={classes.anchor} aria-hidden />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options id={id} aria-label={name}>
          {groupLevels.map((level) => (
            <Combobox.Option
              key={level}
              id={`${id}-${level}`}
              value={level}
              title={getLevelDescription(level)}
              aria-selected={level === value}
              data-active-level={level === activeLevel || undefined}
              onPointerMove={() => onActive(level)}
            >
              {getLevelName(level)}
              {level === value && <IconCheck size={14} aria-hidden />}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
