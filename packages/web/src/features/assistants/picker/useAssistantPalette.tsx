import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { AssistantIcon } from "../../../entities/assistants/AssistantIcon.tsx";
import { useAssistantMarks } from "../../../entities/assistants/assistantMarks.ts";
import { findAssistants } from "../../../entities/assistants/findAssistants.ts";
import { useAssistants } from "../../../entities/assistants/useAssistants.ts";
import type { FindPaletteGroup, PaletteEntry } from "../../../entities/shell/palette.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { useAssistantStart } from "../chat/useAssistantStart.ts";

const maxEntries = 8;

/** Returns the function that finds assistants for the palette. It finds none for an empty search. */
export function useAssistantPalette(): FindPaletteGroup {
  const { user, blockedReason } = useWorkspace();
  const { data: assistants = [] } = useAssistants();
  const marks = useAssistantMarks(user.id);
  const start = useAssistantStart();
  const toEntry = ({ assistantId, name, icon, description, group }: AssistantSummary): PaletteEntry => ({
    id: `assistant ${assistantId}`,
    name,
    detail: group?.name ?? description,
    icon: <AssistantIcon icon={icon} size={16} />,
    blockedReason,
    run: () => void start(assistantId),
  });
  return (search) => ({
    name: t`Assistants`,
    entries: search.trim() === "" ? [] : findAssistants(assistants, search, marks).slice(0, maxEntries).map(toEntry),
  });
}
