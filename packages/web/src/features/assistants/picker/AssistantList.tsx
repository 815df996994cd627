import type { AssistantSummary } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { useMemo } from "react";
import { useAssistantMarks } from "../../../entities/assistants/assistantMarks.ts";
import { findAssistants } from "../../../entities/assistants/findAssistants.ts";
import { useAssistants } from "../../../entities/assistants/useAssistants.ts";
import { SuggestionList } from "../../../entities/chat/slots/SuggestionList.tsx";
import type { SlashListProps } from "../../../entities/chat/slots/slashList.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { AssistantOption } from "./AssistantOption.tsx";

const maxShown = 30;
const noAssistants: readonly AssistantSummary[] = [];

/** The list of assistants above the message field, opened by typing an @. */
export function AssistantList(props: SlashListProps<AssistantSummary>) {
  const { query } = props;
  const { user } = useWorkspace();
  const { data: assistants = noAssistants } = useAssistants();
  const marks = useAssistantMarks(user.id);
  const matches = useMemo(
    () => findAssistants(assistants, query, marks).slice(0, maxShown),
    [assistants, query, marks],
  );
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
