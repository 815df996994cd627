import { type ConversationSummary, type Folder, isBuiltInFolder, limits } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { IconFolder, IconFolderOff, IconFolderPlus } from "@tabler/icons-react";
import { type CSSProperties, type KeyboardEvent, useId, useState } from "react";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import { searchConversations } from "../../../entities/conversations/searchConversations.ts";
import { getFolderName } from "../../../entities/prompts/getFolderName.ts";
import { sortFolders } from "../../../entities/prompts/store/sortFolders.ts";
import { useFolders } from "../../../entities/prompts/store/useFolders.ts";
import { useIsTouchDevice } from "../../../lib/device.ts";
import { isComposing } from "../../../ui/isComposing.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { notifyFailure } from "../../../ui/notices/notify.tsx";
import classes from "./MoveToFolderDialog.module.css";
import { moveConversationsToFolder } from "./moveConversationsToFolder.ts";
import { useCreateFolder } from "./useCreateFolder.ts";

interface MoveToFolderDialogProps {
  isOpen: boolean;
  conversations: readonly ConversationSummary[];
  /** All conversations of the person: an empty built-in folder is not offered. */
  allConversations: readonly ConversationSummary[];
  onClose: () => void;
  /** Opens the dialog that asks for the name of a new folder, because nothing is typed. */
  onNew: () => void;
  onDone: (ids: readonly string[]) => void;
}

interface ListStyle extends CSSProperties {
  "--choices": number;
}

type Choice =
  /** `newName`: the typed name; empty if nothing is typed. */
  | { kind: "new"; name: string; newName: string }
  | { kind: "none"; name: string; isCurrent: boolean }
  | { kind: "folder"; name: string; folder: Folder; isCurrent: boolean };

/**
 * Lets the person choose a folder for conversations by typing a part of its name, with the arrow keys, or with the
 * pointer.
 */
export function MoveToFolderDialog(props: MoveToFolderDialogProps) {
  const { isOpen, conversations, allConversations, onClose, onNew, onDone } = props;
  const { store } = useConversationStore();
  const createFolder = useCreateFolder();
  const [isCreating, setIsCreating] = useState(false);
  const folders = useFolders("chat").filter(
    ({ id }) => !isBuiltInFolder(id) || allConversations.some(({ folderId }) => folderId === id),
  );
  const [typedText, setTypedText] = useState("");
  const [selectedIndex, setSelectedIndex] = useState<number | null>(null);
  const listId = useId();
  const isTouchDevice = useIsTouchDevice();
  const choices = buildChoices(folders, conversations, typedText);
  // The list stays as high while people type, so that the dialog does not jump.
  const allChoices = buildChoices(folders, conversations, "");
  const style: ListStyle = { "--choices": allChoices.length };
  const currentIndex = typedText === "" ? choices.findIndex((choice) => choice.kind !== "new" && choice.isCurrent) : 0;
  const activeIndex = Math.min(selectedIndex ?? Math.max(currentIndex, 0), choices.length - 1);

  /** If this fails, the dialog stays open with the typed name. */
  const createAndMove = async (name: string) => {
    setIsCreating(true);
    try {
      const movedIds = await createFolder(name, conversations);
      onClose();
      onDone(movedIds);
    } catch (error) {
      notifyFailure(error);
    } finally {
      setIsCreating(false);
    }
  };
  const choose = (choice: Choice | undefined) => {
    if (!choice || isCreating) return;
    if (choice.kind === "new") return choice.newName === "" ? onNew() : void createAndMove(choice.newName);
    onClose();
    if (choice.isCurrent) return;
    const folder = choice.kind === "folder" ? choice.folder : null;
    void moveConversationsToFolder(store, conversations, folder).then(onDone, notifyFailure);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === "Enter") choose(choices[activeIndex]);
    else if (event.key === "ArrowDown") setSelectedIndex(Math.min(activeIndex + 1, choices.length - 1));
    else if (event.key === "ArrowUp") setSelectedIndex(Math.max(activeIndex - 1, 0));
    else return;
    event.preventDefault();
  };
  const [firstConversation] = conversations;
  const firstName = firstConversation ? getConversationName(firstConversation) : "";
  return (
    <Modal isOpen={isOpen} title={t`Move to folder`} cancelLabel={t`Cancel`} fitsContent onClose={onClose}>
      <TextInput
        label={plural(conversations.length, {
          one: `Folder for “${firstName}”`,
          other: "Folder for # chats",
        })}
        placeholder={t`Type to find a folder`}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={activeIndex < 0 ? undefined : `${listId}-${activeIndex}`}
        value={typedText}
        maxLength={limits.folderNameLength}
        // With touch, the keyboard would cover the list that most people choose from.
        data-autofocus={!isTouchDevice || undefined}
        onChange={({ currentTarget }) => {
          setTypedText(currentTarget.value);
          setSelectedIndex(null);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={t`Folders`} tabIndex={-1} className={classes.list} style={style}>
        {choices.map((choice, index) => (
          <ChoiceRow
            key={choice.kind === "folder" ? choice.folder.id : `(${choice.kind})`}
            id={`${listId}-${index}`}
            choice={choice}
            isActive={index === activeIndex}
            onHover={() => setSelectedIndex(index)}
            onChoose={() => choose(choice)}
          />
        ))}
      </div>
    </Modal>
  );
}

interface ChoiceRowProps {
  id: string;
  choice: Choice;
  isActive: boolean;
  onHover: () => void;
  onChoose: () => void;
}

function ChoiceRow({ id, choice, isActive, onHover, onChoose }: ChoiceRowProps) {
  const Icon = icons[choice.kind];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
    <div
      id={id}
      ref={isActive ? scrollIntoView : null}
      role="option"
      aria-selected={isActive}
      className={classes.choice}
      onPointerMove={onHover}
      onClick={onChoose}
    >
      <Icon size={16} stroke={1.6} className={classes.icon} aria-hidden />
      <span className={classes.name} dir="auto">
        {choice.name}
      </span>
      {choice.kind !== "new" && choice.isCurrent && <span className={classes.current}>{t`Current`}</span>}
    </div>
  );
}

const icons = { new: IconFolderPlus, none: IconFolderOff, folder: IconFolder };

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

/**
 * Returns the choices: a new folder unless one has the typed name, "No folder", and each folder that matches the typed
 * text.
 */
function buildChoices(
  folders: readonly Folder[],
  conversations: readonly ConversationSummary[],
  typedText: string,
): Choice[] {
  const isCurrent = (id: string | null) => conversations.every(({ folderId }) => folderId === id);
  const allChoices = sortFolders(folders, "name").map((folder) => ({
    kind: "folder" as const,
    name: getFolderName(folder),
    folder,
    isCurrent: isCurrent(folder.id),
  }));
  const folderChoices: Choice[] = searchConversations(allChoices, typedText);
  const newName = typedText.trim();
  const newChoice: Choice = {
    kind: "new",
    name: newName === "" ? t`New folder…` : t`Create folder “${newName}”`,
    newName,
  };
  const isTaken = allChoices.some(({ name }) => name.toLocaleLowerCase() === newName.toLocaleLowerCase());
  const otherChoices: Choice[] = [
    ...(isTaken ? [] : [newChoice]),
    { kind: "none", name: t`No folder`, isCurrent: isCurrent(null) },
  ];
  return newName === "" ? [...otherChoices, ...folderChoices] : [...folderChoices, ...otherChoices];
}
