import { IconRobot } from "@tabler/icons-react";

interface AssistantIconProps {
  /** The emoji of the assistant; blank: it has none. */
  icon: string;
  size: number;
}

/** The emoji of an assistant, or the icon that all assistants without one share. */
export function AssistantIcon({ icon, size }: AssistantIconProps) {
  if (icon.trim() === "") return <IconRobot size={size} stroke={1.6} aria-hidden style={{ flex: "none" }} />;
  return (
    <span aria-hidden style={{ flex: "none", fontSize: size - 2, lineHeight: `${size}px` }}>
      {icon}
    </span>
  );
}
