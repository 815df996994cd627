import { t } from "@lingui/core/macro";
import { IconFolderStar } from "@tabler/icons-react";
import type { ComposerToolProps } from "../../../entities/chat/slots/chatSlots.ts";
import { useMemoryEvents } from "../../../entities/memory/useMemoryEvents.ts";
import { focusField } from "../../../entities/shell/focusTargets.ts";
import chipClasses from "../../../ui/chips/Chips.module.css";
import { RemovableChip } from "../../../ui/chips/RemovableChip.tsx";
import { FactsPanel } from "./FactsPanel.tsx";
import classes from "./MemoryShelf.module.css";
import { useChosenProject } from "./useChosenProject.ts";

/** The project of the chat and the facts that were detected, above the message field. */
export function MemoryShelf({ conversation }: ComposerToolProps) {
  const { chosen, choose } = useChosenProject(conversation);
  useMemoryEvents();
  const name = chosen?.project ?? "";
  return (
    <>
      <FactsPanel key={conversation.id} conversation={conversation} />
      {chosen && conversation.skipMemory !== true && (
        <ul className={`${chipClasses.chips} ${classes.project}`} aria-label={t`Project Memory`}>
          <RemovableChip
            title={name}
            name={name}
            icon={<IconFolderStar size={16} stroke={1.6} aria-hidden />}
            removeLabel={t`Continue without the memories of ${name}`}
            onRemove={() => {
              choose(null);
              focusField("message");
            }}
          />
        </ul>
      )}
    </>
  );
}
