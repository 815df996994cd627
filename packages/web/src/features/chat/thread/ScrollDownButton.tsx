import { IconArrowDown } from "@tabler/icons-react";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "./ScrollDownButton.module.css";

/** Leads back to the end of the conversation. Shown where the reader is away from it. */
export function ScrollDownButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton name="Scroll to the end" size={36} radius="xl" className={classes.button} onClick={onClick}>
      <IconArrowDown size={18} stroke={1.8} />
    </IconButton>
  );
}
