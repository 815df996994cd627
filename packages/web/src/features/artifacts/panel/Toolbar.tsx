import type { ComponentType, KeyboardEvent } from "react";
import { useId, useState } from "react";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "./ArtifactPanel.module.css";

export interface Tool {
  id: string;
  name: string;
  Icon: ComponentType<{ size: number; stroke: number }>;
  run: () => void;
  isPressed?: boolean;
  /** Why the tool cannot be used, which is a part of its name; null or absent: it can be. */
  blockedReason?: string | null | undefined;
  isDestructive?: boolean;
  /** A line is above the tool. */
  startsGroup?: boolean;
}

interface ToolbarProps {
  label: string;
  tools: readonly Tool[];
  /** Called when a tool is pressed that cannot be used. */
  onBlocked?: (reason: string) => void;
}

/** The tools at the side of the panel: one stop of the Tab key, in which the arrow keys move. */
export function Toolbar({ label, tools, onBlocked }: ToolbarProps) {
  const [lastId, setLastId] = useState<string | null>(null);
  const baseId = useId();
  const stop = tools.find(({ id }) => id === lastId) ?? tools[0];
  const move = (event: KeyboardEvent) => {
    const index = tools.findIndex(({ id }) => `${baseId}-${id}` === (event.target as Element).id);
    const target = findTarget(event.key, index, tools.length);
    const tool = target === null ? undefined : tools[target];
    if (!tool) return;
    event.preventDefault();
    document.getElementById(`${baseId}-${tool.id}`)?.focus();
  };
  return (
    <div role="toolbar" aria-orientation="vertical" aria-label={label} className={classes.toolbar} onKeyDown={move}>
      {tools.map(({ id, name, Icon, run, isPressed, blockedReason = null, isDestructive, startsGroup }) => (
        <IconButton
          key={id}
          id={`${baseId}-${id}`}
          name={blockedReason === null ? name : `${name}. ${blockedReason}`}
          tooltipPosition="left"
          tabIndex={id === stop?.id ? 0 : -1}
          aria-disabled={blockedReason !== null || undefined}
          aria-pressed={isPressed}
          data-destructive={isDestructive || undefined}
          data-group={startsGroup || undefined}
          onFocus={() => setLastId(id)}
          onClick={() => (blockedReason === null ? run() : onBlocked?.(blockedReason))}
        >
          <Icon size={18} stroke={1.6} />
        </IconButton>
      ))}
    </div>
  );
}

function findTarget(key: string, index: number, count: number): number | null {
  if (index < 0) return null;
  if (key === "ArrowDown") return (index + 1) % count;
  if (key === "ArrowUp") return (index - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}
