import classes from "./SelectBox.module.css";

interface SelectBoxProps {
  name: string;
  isSelected: boolean;
  isDisabled?: boolean;
  onSelect: (isSelected: boolean) => void;
}

/** A box that selects. A plain one: there is one in each row. */
export function SelectBox({ name, isSelected, isDisabled = false, onSelect }: SelectBoxProps) {
  return (
    <input
      type="checkbox"
      className={classes.box}
      aria-label={name}
      checked={isSelected}
      disabled={isDisabled}
      onChange={(event) => onSelect(event.currentTarget.checked)}
    />
  );
}
