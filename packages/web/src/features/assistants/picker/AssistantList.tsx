import { type AssistantSummary, foldText } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { useMemo } from "react";
import { useAssistantMarks } from "../../../entities/assistants/assistantMarks.ts";
import { findAssistants } from "../../../entities/assistants/findAssistants.ts";
import { useAssistants } from "../../../entities/assistants/useAssistants.ts";
import { SuggestionList } from "../../../entities/chat/slots/SuggestionList.tsx";
import type { SlashListProps } from "../../../entities/chat/slots/slashList.ts";
import { startsAtWord } from "../../../entities/chat/slots/startsAtWord.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { AssistantOption } from "./AssistantOption.tsx";

const maxShown = 30;
const noAssistants: readonly AssistantSummary[] = [];

/**
 * The list of assistants above the message field, opened by typing an @. Several words may be the message itself, so they
 * must be in the name.
 */
export function AssistantList(props: SlashListProps<AssistantSummary>) {
  const { query } = props;
  const { user } = useWorkspace();
  const { data: assistants = noAssistants } = useAssistants();
  const marks = useAssistantMarks(user.id);
  const matches = useMemo(() => {
    const named = /\s/.test(query)
      ? assistants.filter(({ name }) => startsAtWord(foldText(name), foldText(query)))
      : assistants;
    return findAssistants(named, query, marks).slice(0, maxShown);
  }, [assistants, query, marks]);
  return (
    <SuggestionList
      {...props}
      label={t`Assistants`}
      countText={plural(matches.length, { one: "# assistant", other: "# assistants" })}
      matches={matches}
      getKey={({ assistantId }) => assistantId}
      renderOption={(assistant) => (
        <AssistantOption assistant={assistant} isPinned={marks.pinnedIds.includes(assistant.assistantId)} />
      )}
    />
  );
}
