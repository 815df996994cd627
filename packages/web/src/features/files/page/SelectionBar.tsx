import { type FileRecord, limits } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Autocomplete, Button, Menu } from "@mantine/core";
import { IconDots, IconTagPlus, IconTrash, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { isAttachable } from "../../../entities/files/upload/attachment.ts";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { useMenuButton } from "../../../ui/useMenuButton.ts";
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

/** The actions for the selected files, over the end of the list, so that a selection moves no file. */
export function SelectionBar({ files, actions, onAsk, onClear, onDelete }: SelectionBarProps) {
  const usableFiles = files.filter(isAttachable);
  const [isTagging, setIsTagging] = useState(false);
  const menu = useMenuButton();
  const endTagging = () => {
    flushSync(() => setIsTagging(false));
    menu.close();
  };
  return (
    <section className={classes.bar} aria-label={t`Selected files`} data-tagging={isTagging || undefined}>
      <span role="status" className={classes.count}>
        {plural(files.length, { one: "# selected", other: "# selected" })}
      </span>
      {isTagging ? (
        <TagForm onAdd={(tag) => void actions.addTag(files, tag)} onEnd={endTagging} />
      ) : (
        <>
          {onAsk && usableFiles.length > 0 && (
            <Button size="sm" px="sm" className={classes.ask} onClick={() => onAsk(usableFiles)}>
              {t`Ask in a new chat`}
            </Button>
          )}
          <span className={classes.menu}>
            <IconButton name={t`More actions`} aria-haspopup="menu" {...menu.buttonProps}>
              <IconDots size={18} stroke={1.6} />
            </IconButton>
            {menu.isOpen && (
              <ActionMenu labelledBy={menu.id} position="top-end" width="max-content" onClose={menu.close}>
                <Menu.Item
                  data-autofocus
                  leftSection={<IconTagPlus size={16} stroke={1.6} aria-hidden />}
                  onClick={() => setIsTagging(true)}
                >
                  {t`Add a tag`}
                </Menu.Item>
                <Menu.Item leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />} onClick={onDelete}>
                  {t`Delete`}
                </Menu.Item>
              </ActionMenu>
            )}
          </span>
          <IconButton name={t`Clear selection`} onClick={onClear}>
            <IconX size={18} stroke={1.6} />
          </IconButton>
        </>
      )}
    </section>
  );
}

function TagForm({ onAdd, onEnd }: { onAdd: (tag: string) => void; onEnd: () => void }) {
  const { tags } = useTags();
  const [typedText, setTypedText] = useState("");
  const tag = typedText.trim();
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (tag === "") return;
        onAdd(tag);
        onEnd();
      }}
    >
      <Autocomplete
        autoFocus
        size="sm"
        aria-label={t`Tag for the selected files`}
        placeholder={t`Add a tag`}
        data={[...tags]}
        value={typedText}
        maxLength={limits.tagLength}
        limit={20}
        classNames={{ option: classes.option }}
        comboboxProps={{ position: "top-start", transitionProps: { duration: 0 } }}
        onChange={setTypedText}
        onKeyDown={({ key }) => key === "Escape" && onEnd()}
      />
      <Button type="submit" size="sm" disabled={tag === ""}>
        {t`Add tag`}
      </Button>
      <IconButton name={t`Cancel`} onClick={onEnd}>
        <IconX size={18} stroke={1.6} />
      </IconButton>
    </form>
  );
}
