import type { PromptTemplate } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import {
  IconBulb,
  IconChecklist,
  IconFileText,
  IconMessageCircle,
  IconPencil,
  IconTemplate,
  type TablerIcon,
} from "@tabler/icons-react";
import { returnDraft } from "../../../entities/chat/sending/returnedDrafts.ts";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { isBuiltInPrompt } from "../../../entities/prompts/store/promptStore.ts";
import { usePrompts } from "../../../entities/prompts/store/usePrompts.ts";
import { focusField } from "../../../entities/shell/focusTargets.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import fadeClasses from "../../../ui/scrollFade.module.css";
import { usePromptStart } from "../start/usePromptStart.ts";
import classes from "./PromptStarters.module.css";

const maxStarters = 4;

interface Beginning {
  label: string;
  text: string;
  Icon: TablerIcon;
}

/** Beginnings of a first message, for people who have few prompts of their own. */
const getBeginnings = (): readonly Beginning[] => [
  { label: t`Explain a concept`, text: `${t`Explain step by step, with an example:`} `, Icon: IconBulb },
  { label: t`Improve my text`, text: `${t`Improve this text, and list what you changed:`}\n\n`, Icon: IconPencil },
  {
    label: t`Summarize`,
    text: `${t`Summarize this in five points, the most important one first:`}\n\n`,
    Icon: IconFileText,
  },
  { label: t`Make a plan`, text: `${t`Make a plan with steps and dates for:`} `, Icon: IconChecklist },
];

/**
 * Ways to start: up to four of the person's own prompts, then those of the institution. If it has none, there are beginnings
 * of a message that continue in the field, up to four in all.
 */
export function PromptStarters({ conversationId }: { conversationId: string }) {
  const { blockedReason, config } = useWorkspace();
  const { userId } = useConversationStore();
  const start = usePromptStart();
  const ownPrompts = usePrompts().filter(isOwnStarter).slice(0, maxStarters);
  const offered = config.starters.map(({ text }) => ({ label: text, text, Icon: IconMessageCircle }));
  const beginnings = offered.length > 0 ? offered : getBeginnings().slice(0, maxStarters - ownPrompts.length);
  const begin = (text: string) => {
    returnDraft(userId, { conversationId, text });
    focusField("message");
  };
  return (
    <ul className={`${classes.starters} ${fadeClasses.fading}`} aria-label={t`Ways to start`}>
      {ownPrompts.map((prompt) => (
        <li key={prompt.id} className={classes.item}>
          <button
            type="button"
            className={classes.starter}
            title={prompt.description || prompt.name}
            aria-disabled={blockedReason !== null || undefined}
            onClick={() => blockedReason === null && start(prompt)}
          >
            <IconTemplate size={16} stroke={1.6} aria-hidden className={classes.icon} />
            <span className={classes.label} dir="auto">
              {prompt.name}
            </span>
          </button>
        </li>
      ))}
      {beginnings.map(({ label, text, Icon }) => (
        <li key={text} className={classes.item}>
          <button type="button" className={classes.starter} title={label} onClick={() => begin(text)}>
            <Icon size={16} stroke={1.6} aria-hidden className={classes.icon} />
            <span className={classes.label}>{label}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const isOwnStarter = ({ id, type, data }: PromptTemplate) =>
  type === "prompt" && data.hidden !== true && !isBuiltInPrompt(id);
