import classes from "./SelectBox.module.css";

interface SelectBoxProps {
  name: string;
  isSelected: boolean;
  isDisabled?: boolean;
  onSelect: (isSelected: boolean) => void;
}

/** A checkbox that selects a row. It is native, because every row has one and components would be slow. */
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
