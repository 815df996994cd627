import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { UnstyledButton } from "@mantine/core";
import { useEffect, useRef } from "react";
import { moveTabFocus } from "../../../ui/focus/moveTabFocus.ts";
import tabClasses from "../../../ui/tabs.module.css";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import { formatPublication, PublicationDot } from "../PublicationDot.tsx";
import classes from "./Admin.module.css";

interface AssistantTabsProps {
  assistants: readonly AssistantSummary[];
  /** The assistant that is edited. */
  selectedId: string;
  panelId: string;
  onSelect: (assistantId: string) => void;
}

/** The row of the group's assistants above the one that is edited. The arrow keys move in it. */
export function AssistantTabs({ assistants, selectedId, panelId, onSelect }: AssistantTabsProps) {
  const rowRef = useRef<HTMLDivElement>(null);
  // A new assistant has no tab yet.
  const hasSelected = assistants.some(({ assistantId }) => assistantId === selectedId);
  const tabStop = hasSelected ? selectedId : assistants[0]?.assistantId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is selected
  useEffect(() => {
    rowRef.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [selectedId]);
  return (
    <div className={classes.tabs}>
      <div ref={rowRef} className={classes.row} role="tablist" aria-label={t`Assistants`} onKeyDown={moveTabFocus}>
        {assistants.map(({ assistantId, icon, name, isPublished }) => (
          // Above, because the way from the tab to its editor leads down.
          <Tooltip key={assistantId} label={formatPublication(isPublished)} position="top">
            <UnstyledButton
              role="tab"
              className={`${tabClasses.tab} ${classes.tab}`}
              aria-selected={assistantId === selectedId}
              aria-controls={panelId}
              tabIndex={assistantId === tabStop ? 0 : -1}
              onClick={() => onSelect(assistantId)}
            >
              <PublicationDot isPublished={isPublished} />
              <span className={classes.tabName}>
                {icon} {name}
              </span>
              {/* A narrow screen has no mouse that shows the tooltip. */}
              <span className={classes.tabState} aria-hidden>
                {formatPublication(isPublished)}
              </span>
            </UnstyledButton>
          </Tooltip>
        ))}
      </div>
    </div>
  );
}
