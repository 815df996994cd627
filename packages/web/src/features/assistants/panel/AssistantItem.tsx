import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { AssistantIcon } from "../../../entities/assistants/AssistantIcon.tsx";
import panelClasses from "../../../ui/tree/TreePanel.module.css";

/** An assistant in the list: its icon and its name, and whether its group has published it. */
export function AssistantItem({ assistant: { icon, name, isPublished } }: { assistant: AssistantSummary }) {
  return (
    <>
      <AssistantIcon icon={icon} size={18} />
      <span className={panelClasses.name}>{name.trim() || t`Untitled Assistant`}</span>
      {!isPublished && <span className={panelClasses.mark}>{t`Draft`}</span>}
    </>
  );
}
