import type { AssistantSummary, Conversation } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Combobox } from "@mantine/core";
import { IconCheck, IconCircleOff } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useAssistantMarks } from "../../../entities/assistants/assistantMarks.ts";
import { findAssistants } from "../../../entities/assistants/findAssistants.ts";
import { selectAssistant } from "../../../entities/assistants/selectAssistant.ts";
import { useAssistants } from "../../../entities/assistants/useAssistants.ts";
import { useConversationAssistant } from "../../../entities/assistants/useConversationAssistant.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { SearchMenu } from "../../../ui/SearchMenu.tsx";
import classes from "./AssistantMenu.module.css";
import { AssistantOption } from "./AssistantOption.tsx";

interface AssistantMenuProps {
  conversation: Conversation;
  onClose: () => void;
}

/** More options would take long to render, and nobody reads them: the search finds the others. */
const maxShown = 30;
const noneValue = "none";
const noAssistants: readonly AssistantSummary[] = [];

/** The open list of assistants with a search. */
export function AssistantMenu({ conversation, onClose }: AssistantMenuProps) {
  const { user } = useWorkspace();
  const { data: assistants = noAssistants, status, error, refetch } = useAssistants();
  const marks = useAssistantMarks(user.id);
  const found = useConversationAssistant(conversation);
  const chosenId = found.status === "none" ? null : found.id;
  const [search, setSearch] = useState("");
  const matches = useMemo(() => findAssistants(assistants, search, marks), [assistants, search, marks]);
  const choose = (value: string) => {
    selectAssistant(user.id, conversation, value === noneValue ? null : value);
    onClose();
  };
  return (
    <SearchMenu
      label={t`Assistants`}
      searchLabel={t`Search assistants`}
      position="top-start"
      widthRem={24}
      classNames={{ dropdown: classes.dropdown, option: classes.option }}
      search={search}
      onSearch={setSearch}
      hasActive={chosenId !== null}
      status={status}
      onChoose={choose}
      onClose={onClose}
      footer={
        error &&
        matches.length === 0 && (
          <button type="button" className={classes.retry} onClick={() => void refetch()}>
            {t`Try again`}
          </button>
        )
      }
    >
      {chosenId !== null && search === "" && (
        <Combobox.Option value={noneValue}>
          <span className={classes.none}>
            <IconCircleOff size={18} stroke={1.6} aria-hidden />
            {t`No assistant`}
          </span>
        </Combobox.Option>
      )}
      {matches.slice(0, maxShown).map((assistant) => (
        <Combobox.Option
          key={assistant.assistantId}
          value={assistant.assistantId}
          active={assistant.assistantId === chosenId}
          aria-selected={assistant.assistantId === chosenId}
        >
          <AssistantOption assistant={assistant} isPinned={marks.pinnedIds.includes(assistant.assistantId)} />
          {assistant.assistantId === chosenId && <IconCheck size={16} stroke={2} aria-hidden />}
        </Combobox.Option>
      ))}
      {matches.length > maxShown && <Combobox.Footer className={classes.more}>{t`Type to find more.`}</Combobox.Footer>}
      {matches.length === 0 && <Combobox.Empty>{describeEmpty(status, search)}</Combobox.Empty>}
    </SearchMenu>
  );
}

function describeEmpty(status: "pending" | "error" | "success", search: string): string {
  if (status === "pending") return t`Loading assistants…`;
  if (status === "error") return t`Couldn’t load the assistants.`;
  return search.trim() === "" ? t`You have no assistants yet.` : t`No assistants match.`;
}
