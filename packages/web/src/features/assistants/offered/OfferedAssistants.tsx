import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { AssistantIcon } from "../../../entities/assistants/AssistantIcon.tsx";
import { useAssistantMarks } from "../../../entities/assistants/assistantMarks.ts";
import { getWholeAssistantName } from "../../../entities/assistants/assistantName.ts";
import { formatAssistantOwner } from "../../../entities/assistants/assistantOwner.ts";
import { listAssistantGroups } from "../../../entities/assistants/listAssistantGroups.ts";
import { selectAssistant } from "../../../entities/assistants/selectAssistant.ts";
import { useAssistants } from "../../../entities/assistants/useAssistants.ts";
import { useHiddenGroupFolders } from "../../../entities/settings/hiddenGroupFolders.ts";
import { focusField } from "../../../entities/shell/focusTargets.ts";
import { openPanelTab } from "../../../entities/shell/panels.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { useIsNarrow } from "../../../lib/device.ts";
import fadeClasses from "../../../ui/scrollFade.module.css";
import { findOffered } from "./findOffered.ts";
import classes from "./OfferedAssistants.module.css";

const noAssistants: readonly AssistantSummary[] = [];

/**
 * The assistants that groups and other people offer, in a conversation without messages, so that they are found without
 * searching. Nothing while there are none.
 */
export function OfferedAssistants({ conversationId }: { conversationId: string }) {
  const { user } = useWorkspace();
  const { data: assistants = noAssistants } = useAssistants();
  const marks = useAssistantMarks(user.id);
  const hiddenGroupIds = useHiddenGroupFolders(user.id);
  const offered = useMemo(() => findOffered(assistants, marks, hiddenGroupIds), [assistants, marks, hiddenGroupIds]);
  const isNarrow = useIsNarrow();
  if (offered.length === 0) return null;
  const choose = (assistantId: string) => {
    selectAssistant(user.id, { id: conversationId, messages: [], headId: null }, assistantId);
    focusField("message");
  };
  return (
    <section className={`${classes.offered} ${isNarrow ? fadeClasses.fading : ""}`} aria-label={t`Assistants for you`}>
      <h3 className={classes.title}>{t`Assistants for you`}</h3>
      <ul className={classes.list}>
        {offered.map((assistant) => (
          <li key={assistant.assistantId}>
            <OfferedAssistant assistant={assistant} onChoose={() => choose(assistant.assistantId)} />
          </li>
        ))}
      </ul>
      <button type="button" className={classes.all} onClick={() => openPanelTab("right", "assistants")}>
        {t`All assistants`}
      </button>
    </section>
  );
}

function OfferedAssistant({ assistant, onChoose }: { assistant: AssistantSummary; onChoose: () => void }) {
  const { icon, name, description } = assistant;
  const origin = listAssistantGroups(assistant)[0]?.name ?? formatAssistantOwner(assistant);
  return (
    <button type="button" className={classes.assistant} title={description || name} onClick={onChoose}>
      <AssistantIcon icon={icon} size={20} />
      <span className={classes.texts}>
        <span className={classes.name} dir="auto">
          {getWholeAssistantName(name)}
        </span>
        {origin !== null && <span className={classes.origin}>{origin}</span>}
      </span>
    </button>
  );
}
