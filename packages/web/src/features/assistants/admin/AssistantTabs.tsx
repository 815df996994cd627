import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { TextInput, UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import tabClasses from "../../../ui/tabs.module.css";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import { formatPublication, PublicationDot } from "../PublicationDot.tsx";
import classes from "./Admin.module.css";
import { findAssistants } from "./findAssistants.ts";

interface AssistantTabsProps {
  assistants: readonly AssistantSummary[];
  /** With those that have no tab, because they are not edited here. */
  searchedAssistants: readonly AssistantSummary[];
  /** The assistant that is edited; null: none. */
  selectedId: string | null;
  panelId: string;
  /** True if only the search is shown. */
  isRowHidden: boolean;
  isSearchHidden: boolean;
  search: string;
  onSearch: (search: string) => void;
  onSelect: (assistantId: string) => void;
}

/** With fewer assistants, all tabs are in view. */
const searchThreshold = 8;

/** The row of the group's assistants. The arrow keys move in it. */
export function AssistantTabs(props: AssistantTabsProps) {
  const {
    assistants,
    searchedAssistants,
    selectedId,
    panelId,
    isRowHidden,
    isSearchHidden,
    search,
    onSearch,
    onSelect,
  } = props;
  const rowRef = useRef<HTMLDivElement>(null);
  const shown = findAssistants(assistants, search);
  const tabStop = shown.some(({ assistantId }) => assistantId === selectedId) ? selectedId : shown[0]?.assistantId;
  useEffect(() => {
    if (selectedId !== null)
      rowRef.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [selectedId]);
  const hasSearch = searchedAssistants.length > searchThreshold && !isSearchHidden;
  const isRowShown = !isRowHidden && assistants.length > 0;
  if (!isRowShown && !hasSearch) return null;
  return (
    <div className={classes.tabs}>
      {hasSearch && (
        <TextInput
          className={classes.search ?? ""}
          type="search"
          aria-label={t`Search assistants`}
          placeholder={t`Search assistants`}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => onSearch(currentTarget.value)}
        />
      )}
      {findAssistants(searchedAssistants, search).length === 0 && (
        <p className={classes.note} role="status">{t`No matches`}</p>
      )}
      {isRowShown && (
        <div ref={rowRef} className={classes.row} role="tablist" aria-label={t`Assistants`} onKeyDown={moveFocus}>
          {shown.map(({ assistantId, icon, name, isPublished }) => (
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
              </UnstyledButton>
            </Tooltip>
          ))}
        </div>
      )}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const focused = document.activeElement;
  const index = focused instanceof HTMLElement ? tabs.indexOf(focused) : -1;
  const targets: Record<string, number> = {
    ArrowRight: (index + 1) % tabs.length,
    ArrowLeft: (index - 1 + tabs.length) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  };
  const target = targets[event.key];
  if (index < 0 || target === undefined) return;
  event.preventDefault();
  tabs[target]?.focus();
}
