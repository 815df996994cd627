import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import { IconButton } from "../../../ui/IconButton.tsx";
import { isComposing } from "../../../ui/isComposing.ts";
import classes from "./AssistantSearch.module.css";

interface AssistantSearchProps {
  value: string;
  onChange: (value: string) => void;
  /** Called on Arrow Down, to move the focus to the results. */
  onLeave: () => void;
}

/** The search field for assistants. Esc clears it. */
export function AssistantSearch({ value, onChange, onLeave }: AssistantSearchProps) {
  return (
    <TextInput
      type="search"
      aria-label={t`Search assistants`}
      placeholder={t`Search`}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      rightSection={
        value !== "" && (
          <IconButton name={t`Clear search`} size={24} className={classes.clear} onClick={() => onChange("")}>
            <IconX size={14} stroke={1.8} />
          </IconButton>
        )
      }
      classNames={{ input: classes.input, section: classes.section }}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={(event) => {
        // The input method handles its own keys.
        if (isComposing(event)) return;
        if (event.key === "Escape" && value !== "") {
          event.preventDefault();
          onChange("");
        }
        if (event.key === "ArrowDown") {
          event.preventDefault();
          onLeave();
        }
      }}
    />
  );
}
