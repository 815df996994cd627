import type { CSSProperties, ReactNode } from "react";
import classes from "./TagChip.module.css";
import { getTagColor } from "./tagColor.ts";

interface TagChipProps {
  tag: string;
  /** True for a smaller chip, used in the rows of a list. */
  isSmall?: boolean;
  /** Content after the text: a remove button or a selection mark. */
  children?: ReactNode;
}

/** Shows a tag in its colour. */
export function TagChip({ tag, isSmall = false, children }: TagChipProps) {
  return (
    <span className={classes.chip} data-small={isSmall || undefined} style={buildTagStyle(tag)}>
      <span className={classes.text} dir="auto">
        {tag}
      </span>
      {children}
    </span>
  );
}

/** Returns the custom properties that TagChip.module.css uses. */
function buildTagStyle(tag: string): CSSProperties {
  const { dark, light } = getTagColor(tag);
  const properties: Record<`--${string}`, string> = {
    "--tag-dark-text": dark.text,
    "--tag-dark-background": dark.background,
    "--tag-light-text": light.text,
    "--tag-light-background": light.background,
  };
  return properties;
}
