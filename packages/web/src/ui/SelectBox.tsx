import classes from "./SelectBox.module.css";

interface SelectBoxProps {
  name: string;
  isSelected: boolean;
  isDisabled?: boolean;
  onSelect: (isSelected: boolean) => void;
}

/** A checkbox that selects one row or all rows. A native input, because a component in every row would be slow. */
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
