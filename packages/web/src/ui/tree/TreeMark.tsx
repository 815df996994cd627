import type { Icon } from "@tabler/icons-react";
import hiddenClasses from "../visuallyHidden.module.css";
import classes from "./TreeMark.module.css";

interface TreeMarkProps {
  Icon: Icon;
  size: number;
  stroke?: number;
  /** What the icon means, for screen readers. */
  text: string;
  /** True if a menu button that appears may cover it. */
  yields?: boolean;
}

/** An icon after the name of a row. */
export function TreeMark({ Icon, size, stroke = 1.6, text, yields = false }: TreeMarkProps) {
  return (
    <>
      <Icon size={size} stroke={stroke} className={classes.mark} data-yields={yields || undefined} aria-hidden />
      <span className={hiddenClasses.visuallyHidden}>{text}</span>
    </>
  );
}
