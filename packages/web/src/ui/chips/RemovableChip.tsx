import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { IconButton } from "../IconButton.tsx";
import classes from "./Chips.module.css";

interface RemovableChipProps {
  /** What the chip stands for, in full. */
  title: string;
  /** The name that is shown. */
  name: ReactNode;
  icon: ReactNode;
  removeLabel: string;
  onRemove: () => void;
}

/** An item of a list with `chips` of `Chips.module.css`: something chosen, which can be removed. */
export function RemovableChip({ title, name, icon, removeLabel, onRemove }: RemovableChipProps) {
  return (
    <li className={classes.chip}>
      {icon}
      <span className={classes.name} title={title}>
        {name}
      </span>
      <IconButton name={removeLabel} size={24} className={classes.remove} onClick={onRemove}>
        <IconX size={14} stroke={1.8} />
      </IconButton>
    </li>
  );
}
