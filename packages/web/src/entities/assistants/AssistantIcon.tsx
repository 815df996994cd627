import { IconRobot } from "@tabler/icons-react";
import { firstGrapheme } from "./firstGrapheme.ts";

/** What an emoji may be larger than its box, in CSS px. */
const margin = 4;

interface AssistantIconProps {
  /** The emoji of the assistant; blank: it has none. */
  icon: string;
  /** In CSS px. Emojis differ in width, so the icon has a box. */
  size: number;
}

/** The emoji of an assistant, or the icon that all assistants without one share. */
export function AssistantIcon({ icon, size }: AssistantIconProps) {
  // API clients can store more.
  const emoji = firstGrapheme(icon);
  if (emoji === "") return <IconRobot size={size} stroke={1.6} aria-hidden style={{ flex: "none" }} />;
  const style = {
    flex: "none",
    boxSizing: "content-box",
    width: size,
    height: size,
    fontSize: size - 3,
    lineHeight: `${size}px`,
    textAlign: "center",
    // One character can have dozens of marks above and below it, or be as wide as a line.
    overflow: "hidden",
    padding: margin,
    margin: -margin,
  } as const;
  return (
    <span aria-hidden style={style}>
      {emoji}
    </span>
  );
}
