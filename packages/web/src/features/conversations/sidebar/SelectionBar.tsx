import { Button } from "@mantine/core";
import classes from "./SelectionBar.module.css";

interface SelectionBarProps {
  count: number;
  /** True if every listed conversation is selected. */
  isAll: boolean;
  onAll: () => void;
  onNone: () => void;
  onMoveToFolder: () => void;
  onTag: () => void;
  onRemove: () => void;
  onCancel: () => void;
}

/** The actions for the selected conversations. */
export function SelectionBar({
  count,
  isAll,
  onAll,
  onNone,
  onMoveToFolder,
  onTag,
  onRemove,
  onCancel,
}: SelectionBarProps) {
  const isNone = count === 0;
  const buttonProps = { size: "xs", variant: "default", className: classes.button } as const;
  return (
    <section className={classes.bar} aria-label="Selected conversations">
      <div className={classes.line}>
        <span role="status" className={classes.count}>
          {count.toLocaleString("en-US")} selected
        </span>
        <Button size="xs" variant="subtle" color="gray" className={classes.button} onClick={isAll ? onNone : onAll}>
          {isAll ? "Select none" : "Select all"}
        </Button>
        <Button size="xs" variant="subtle" color="gray" className={classes.button} onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <div className={classes.line}>
        <Button {...buttonProps} disabled={isNone} onClick={onMoveToFolder}>
          Move…
        </Button>
        <Button {...buttonProps} disabled={isNone} onClick={onTag}>
          Tags…
        </Button>
        <Button size="xs" color="red.8" className={classes.button} disabled={isNone} onClick={onRemove}>
          Delete…
        </Button>
      </div>
    </section>
  );
}
