import type { CSSProperties, ReactNode } from "react";
import classes from "./TagChip.module.css";
import { tagColor } from "./tagColor.ts";

interface TagChipProps {
  tag: string;
  /** In a row of a list. */
  isSmall?: boolean;
  /** Behind the text: a button that removes it, a mark that it is chosen. */
  children?: ReactNode;
}

/** A tag in its colour. */
export function TagChip({ tag, isSmall = false, children }: TagChipProps) {
  return (
    <span className={classes.chip} data-small={isSmall || undefined} style={tagStyle(tag)}>
      <span className={classes.text}>{tag}</span>
      {children}
    </span>
  );
}

/** The custom properties that TagChip.module.css draws a tag with. */
function tagStyle(tag: string): CSSProperties {
  const { dark, light } = tagColor(tag);
  const properties: Record<`--${string}`, string> = {
    "--tag-dark-text": dark.text,
    "--tag-dark-ground": dark.ground,
    "--tag-light-text": light.text,
    "--tag-light-ground": light.ground,
  };
  return properties;
}
