import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { AssistantIcon } from "../../../entities/assistants/AssistantIcon.tsx";
import { getAssistantName } from "../../../entities/assistants/assistantName.ts";
import { describeGoneAssistant } from "../../../entities/assistants/conversationAssistant.ts";
import { selectAssistant } from "../../../entities/assistants/selectAssistant.ts";
import { useConversationAssistant } from "../../../entities/assistants/useConversationAssistant.ts";
import type { ComposerToolProps } from "../../../entities/chat/slots/chatSlots.ts";
import { focusField } from "../../../entities/shell/focusTargets.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import chipClasses from "../../../ui/chips/Chips.module.css";
import { RemovableChip } from "../../../ui/chips/RemovableChip.tsx";
import classes from "./ChosenAssistant.module.css";
import { GroupTypes } from "./GroupTypes.tsx";

/** The assistant of the conversation, above the message field: its name, or that it is gone. */
export function ChosenAssistant({ conversation }: ComposerToolProps) {
  const { user } = useWorkspace();
  const found = useConversationAssistant(conversation);
  const remove = () => {
    selectAssistant(user.id, conversation, null);
    focusField("message");
  };
  switch (found.status) {
    case "none":
      return null;
    case "gone":
      return <GoneAssistant name={found.name} onContinue={remove} />;
    case "unknown":
      // While the assistants are being loaded, or if they cannot be loaded now.
      return <Chip name={found.name ?? t`Assistant`} icon="" onRemove={remove} />;
    case "ready":
      return <ReadyAssistant assistant={found.assistant} conversation={conversation} onRemove={remove} />;
    default:
      return found satisfies never;
  }
}

interface ReadyAssistantProps extends Pick<ComposerToolProps, "conversation"> {
  assistant: AssistantSummary;
  onRemove: () => void;
}

function ReadyAssistant({ assistant, conversation, onRemove }: ReadyAssistantProps) {
  return (
    <div className={classes.ready}>
      <Chip name={assistant.name} icon={assistant.icon} onRemove={onRemove} />
      {assistant.groupTypes.length > 0 && (
        <GroupTypes key={assistant.assistantId} assistant={assistant} conversation={conversation} />
      )}
    </div>
  );
}

function Chip({ name, icon, onRemove }: { name: string; icon: string; onRemove: () => void }) {
  return (
    <ul className={chipClasses.chips} aria-label={t`Assistant of this chat`}>
      <RemovableChip
        title={name}
        name={getAssistantName(name)}
        icon={<AssistantIcon icon={icon} size={16} />}
        removeLabel={t`Continue without ${name}`}
        onRemove={onRemove}
      />
    </ul>
  );
}

function GoneAssistant({ name, onContinue }: { name: string | null; onContinue: () => void }) {
  return (
    <ul className={classes.gone}>
      <li className={classes.goneItem}>
        <p role="status" className={classes.reason}>
          {describeGoneAssistant(name)}
        </p>
        <Button variant="default" size="xs" className={classes.continue} onClick={onContinue}>
          {t`Continue without the assistant`}
        </Button>
      </li>
    </ul>
  );
}
