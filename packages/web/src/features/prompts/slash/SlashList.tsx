import type { PromptTemplate } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { useMemo, useState } from "react";
import { SuggestionList } from "../../../entities/chat/slots/SuggestionList.tsx";
import type { SlashListProps } from "../../../entities/chat/slots/slashList.ts";
import { readRecentPromptIds } from "../../../entities/prompts/recentPrompts.ts";
import { usePrompts } from "../../../entities/prompts/store/usePrompts.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { findSlashPrompts } from "./findSlashPrompts.ts";
import classes from "./SlashList.module.css";

/** The list of prompts above the message field, opened by typing a slash. */
export function SlashList(props: SlashListProps<PromptTemplate>) {
  const { query } = props;
  const { user } = useWorkspace();
  const prompts = usePrompts();
  // Read when the list opens: it closes when a prompt is chosen.
  const [recentIds] = useState(() => readRecentPromptIds(user.id));
  const matches = useMemo(() => findSlashPrompts(prompts, query, recentIds), [prompts, query, recentIds]);
  return (
    <SuggestionList
      {...props}
      label={t`Prompts`}
      countText={plural(matches.length, { one: "# prompt", other: "# prompts" })}
      matches={matches}
      getKey={({ id }) => id}
      renderOption={({ name, description }) => (
        <div className={classes.option}>
          <span className={classes.name} dir="auto">
            {name}
          </span>
          {description.trim() !== "" && (
            <span className={classes.about} dir="auto">
              {description}
            </span>
          )}
        </div>
      )}
    />
  );
}
