import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import { type FileRecord, limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { TagsInput } from "@mantine/core";
import { IconTagPlus, IconX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { canFocus } from "../../../ui/focus/findFocusTarget.ts";
import { getFocusHistory } from "../../../ui/focus/focusHistory.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { TagChip } from "../../../ui/tags/TagChip.tsx";
import classes from "./EditableTags.module.css";
import { useTags } from "./useTags.ts";

interface EditableTagsProps {
  file: FileRecord;
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
  onChange: (file: FileRecord, tags: readonly string[]) => void;
}

/** The tags of a file, with a button to edit them. Each change is saved immediately. */
export function EditableTags({ file, isEditing, onEditing, onChange }: EditableTagsProps) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const wasEditingRef = useRef(false);
  useEffect(() => {
    // Restore the focus only if it was in the removed field, not if the person has moved it elsewhere.
    if (wasEditingRef.current && !isEditing && document.activeElement === document.body) {
      // In a card, the button of its menu had the focus before.
      const openers = [buttonRef.current, ...getFocusHistory().map(({ element }) => element)];
      openers.find((element) => element && canFocus(element))?.focus();
    }
    wasEditingRef.current = isEditing;
  }, [isEditing]);

  const { name: fileName } = file;
  if (isEditing) return <TagsField file={file} onChange={onChange} onEnd={() => onEditing(false)} />;
  return (
    <div className={classes.tags}>
      {file.tags.map((tag) => (
        <TagChip key={tag} tag={tag} />
      ))}
      <IconButton
        ref={buttonRef}
        data-edit-tags
        size={28}
        name={file.tags.length === 0 ? t`Add tags to ${fileName}` : t`Edit the tags of ${fileName}`}
        onClick={() => onEditing(true)}
      >
        <IconTagPlus size={16} stroke={1.6} />
      </IconButton>
    </div>
  );
}

function TagsField({ file, onChange, onEnd }: Pick<EditableTagsProps, "file" | "onChange"> & { onEnd: () => void }) {
  const { tags } = useTags();
  const { name: fileName } = file;
  const [typedText, setTypedText] = useState("");
  const change = (changedTags: string[]) => {
    const newTags = [
      ...new Set(changedTags.map((tag) => tag.trim().slice(0, limits.tagLength)).filter((tag) => tag !== "")),
    ];
    onChange(file, newTags);
  };
  return (
    <TagsInput
      autoFocus
      size="xs"
      aria-label={t`Tags of ${fileName}`}
      placeholder={file.tags.length === 0 ? t`Type a tag and press Enter` : ""}
      data={[...tags]}
      limit={20}
      value={file.tags}
      maxTags={limits.tagsPerItem}
      searchValue={typedText}
      onSearchChange={setTypedText}
      onChange={change}
      comboboxProps={{ withinPortal: true, transitionProps: { duration: 0 } }}
      renderPill={({ option, onRemove }) => {
        const tag = String(option.value);
        return (
          <TagChip tag={tag}>
            <button
              type="button"
              className={classes.remove}
              aria-label={t`Remove the tag ${tag}`}
              // Keep the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={onRemove}
            >
              <IconX size={12} stroke={2} aria-hidden />
            </button>
          </TagChip>
        );
      }}
      onKeyDown={(event) => {
        const isDone = event.key === "Escape" || (event.key === "Enter" && typedText.trim() === "");
        if (isDone) onEnd();
      }}
      onBlur={(event) => {
        if (!event.relatedTarget?.closest(`.${classes.field}`)) onEnd();
      }}
      classNames={{ root: classes.field ?? "", input: classes.input ?? "", option: classes.option ?? "" }}
    />
  );
}
