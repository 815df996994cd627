import type { GroupLevel } from "@lectern/contract";
import { getLevelDescription, getLevelName, groupLevels } from "./groupTexts.ts";
import classes from "./LevelSelect.module.css";

interface LevelSelectProps {
  /** The accessible name. */
  name: string;
  value: GroupLevel;
  onChange: (level: GroupLevel) => void;
  isDisabled?: boolean;
}

/** A field for a level. A native field, because a component in each of many rows would be slow. */
export function LevelSelect({ name, value, onChange, isDisabled = false }: LevelSelectProps) {
  return (
    <select
      className={classes.select}
      aria-label={name}
      value={value}
      disabled={isDisabled}
      onChange={(event) => {
        const level = groupLevels.find((each) => each === event.currentTarget.value);
        if (level) onChange(level);
      }}
    >
      {groupLevels.map((level) => (
        <option key={level} value={level} title={getLevelDescription(level)}>
          {getLevelName(level)}
        </option>
      ))}
    </select>
  );
}
