import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import { type FileRecord, limits } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Autocomplete, Button } from "@mantine/core";
import { useState } from "react";
import { canAskAboutFile } from "../../../entities/chat/sending/useAskAboutFiles.ts";
import classes from "./SelectionBar.module.css";
import type { FileActions } from "./useFileActions.ts";
import { useTags } from "./useTags.ts";

interface SelectionBarProps {
  files: readonly FileRecord[];
  actions: FileActions;
  /** Starts a chat with the files; null: not possible now. */
  onAsk: ((files: readonly FileRecord[]) => void) | null;
  onClear: () => void;
  onDelete: () => void;
}

/** The actions for the selected files. */
export function SelectionBar({ files, actions, onAsk, onClear, onDelete }: SelectionBarProps) {
  const { tags } = useTags();
  const usableFiles = files.filter(canAskAboutFile);
  const [typedText, setTypedText] = useState("");
  const addTag = () => {
    const tag = typedText.trim();
    if (tag === "") return;
    setTypedText("");
    void actions.addTag(files, tag);
  };
  return (
    <section className={classes.bar} aria-label={t`Selected files`}>
      <span role="status" className={classes.count}>
        {plural(files.length, { one: "# selected", other: "# selected" })}
      </span>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          addTag();
        }}
      >
        <Autocomplete
          size="xs"
          aria-label={t`Tag for the selected files`}
          placeholder={t`Add a tag`}
          data={[...tags]}
          value={typedText}
          maxLength={limits.tagLength}
          limit={20}
          onChange={setTypedText}
        />
        <Button type="submit" size="xs" variant="default" disabled={typedText.trim() === ""}>
          {t`Add tag`}
        </Button>
      </form>
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        {t`Select none`}
      </Button>
      {onAsk && usableFiles.length > 0 && (
        <Button size="xs" onClick={() => onAsk(usableFiles)}>
          {t`Ask in a new chat`}
        </Button>
      )}
      <Button size="xs" color="red.8" onClick={onDelete}>
        {t`Delete`}
      </Button>
    </section>
  );
}
