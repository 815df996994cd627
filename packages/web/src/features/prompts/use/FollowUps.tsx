import type { PromptTemplate } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { appliesTo } from "../../../entities/prompts/use/appliesTo.ts";
import classes from "./FollowUps.module.css";

interface FollowUpsProps {
  prompts: readonly PromptTemplate[];
  /** The tags of the conversation. */
  tags: readonly string[];
  onUse: (prompt: PromptTemplate) => void;
}

/** The follow-up prompts for the tags of the conversation, as buttons below the last answer. */
export function FollowUps({ prompts, tags, onUse }: FollowUpsProps) {
  const visiblePrompts = prompts
    .filter((prompt) => prompt.type === "follow_up" && prompt.data.hidden !== true && appliesTo(prompt, tags))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  if (visiblePrompts.length === 0) return null;
  return (
    <ul className={classes.followUps} aria-label={t`Follow-ups`}>
      {visiblePrompts.map((prompt) => (
        <li key={prompt.id}>
          <button
            type="button"
            className={classes.button}
            title={prompt.description || undefined}
            onClick={() => onUse(prompt)}
          >
            {prompt.name}
          </button>
        </li>
      ))}
    </ul>
  );
}
