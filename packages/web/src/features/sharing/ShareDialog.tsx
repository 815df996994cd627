import "@mantine/core/styles/InlineInput.css";
import { type ConversationSummary, type Group, limits, type OpOutput, type shareItems } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import "@mantine/core/styles/Checkbox.css";
import { Checkbox, Textarea } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import { describeItems } from "../../entities/exports/describeItems.ts";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { findPeopleProblem } from "../../entities/groups/people/findPeopleProblem.ts";
import { PeopleInput } from "../../entities/groups/people/PeopleInput.tsx";
import {
  completePeople,
  emptyPeopleDraft,
  hasPeople,
  type PeopleDraft,
} from "../../entities/groups/people/peopleDraft.ts";
import { toTypedEntry } from "../../entities/groups/people/wholeGroups.ts";
import { canShareWithGroup, useGroups } from "../../entities/groups/useGroups.ts";
import type { DialogProps, SharedSelection } from "../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import fieldClasses from "../../ui/fields.module.css";
import { LoadFailedBanner } from "../../ui/LoadFailedBanner.tsx";
import { Modal } from "../../ui/modal/Modal.tsx";
import { useDiscardQuestion } from "../../ui/modal/useDiscardQuestion.tsx";
import { notifySuccess } from "../../ui/notices/notify.tsx";
import { useNoticeTopic } from "../../ui/notices/useNoticeTopic.ts";
import { type ChosenIds, collectShared, countItems, hasTooMany, type SharableItems } from "./collectShared.ts";
import { ItemPicker } from "./ItemPicker.tsx";
import { LeavingNote } from "./LeavingNote.tsx";
import { LinkPart } from "./LinkPart.tsx";
import classes from "./ShareDialog.module.css";
import { SharedSummary } from "./SharedSummary.tsx";
import { type Leftovers, ShareLeftovers } from "./ShareLeftovers.tsx";
import { useSharableItems } from "./useSharableItems.ts";
import { useSharing } from "./useSharing.ts";

interface Problems {
  people?: string | null;
  note?: string | null;
  items?: string | null;
}

/** Sends copies of conversations, prompts and folders to people and groups. */
export function ShareDialog({ isOpen, onClose, conversationIds, promptIds, folderIds }: DialogProps & SharedSelection) {
  useNoticeTopic("share", isOpen);
  const { user } = useWorkspace();
  const { data: groups, error: groupsError, refetch: reloadGroups } = useGroups();
  const wholeGroups = useMemo(() => (groups ?? []).filter(canShareWithGroup), [groups]);
  const source = useSharableItems();
  const [people, setPeople] = useState(emptyPeopleDraft);
  const [note, setNote] = useState("");
  const [chosenIds, setChosenIds] = useState<ChosenIds>(() => ({
    conversations: new Set(conversationIds),
    prompts: new Set(promptIds),
    folders: new Set(folderIds),
  }));
  const [problems, setProblems] = useState<Problems>({});
  const [includesFiles, setIncludesFiles] = useState(false);
  const [hasLink, setHasLink] = useState(false);
  const [leftovers, setLeftovers] = useState<Leftovers | null>(null);
  const peopleRef = useRef<HTMLInputElement>(null);
  const noteRef = useRef<HTMLTextAreaElement>(null);
  const { isSharing, share } = useSharing();
  const canLink = useFlag("shareLinks");
  const items = useMemo(() => source.items && collectShared(chosenIds, source.items), [chosenIds, source.items]);
  const { close, question } = useDiscardQuestion({
    hasChanges: () => hasPeople(people) || note.trim() !== "",
    message: describeUnsaved({ hasLeftovers: leftovers !== null, hasLink }),
    onDiscard: () => {},
    onClose,
  });

  const submit = async () => {
    const complete = completePeople({ ...people, text: toTypedEntry(people.text, { groups, wholeGroups }) });
    setPeople(complete);
    const newProblems = {
      people: findPeopleProblem(complete, {
        groups,
        wholeGroups,
        ownEmail: user.email ?? "",
        max: limits.recipientsPerShare,
      }),
      note: note.trim() === "" ? t`Enter a note.` : null,
      items: findItemsProblem(items),
    };
    setProblems(newProblems);
    if (newProblems.people !== null) peopleRef.current?.focus();
    else if (newProblems.note !== null) noteRef.current?.focus();
    if (!items || Object.values(newProblems).some((problem) => problem !== null)) return;
    const result = await share({ note: note.trim(), sharedWith: complete.entries, items, includesFiles });
    if (!result) return;
    if (result.failed.length + result.leftOut.length === 0) {
      const shared = describeItems(countItems(items));
      notifySuccess(t`Shared: ${shared}.`);
      onClose();
      return;
    }
    setPeople(keepFailed(complete, result));
    setLeftovers(findLeftovers(result, items, wholeGroups));
  };
  return (
    <Modal
      isOpen={isOpen}
      title={t`Add People to Share With`}
      onClose={close}
      cancelLabel={leftovers ? t`Close` : t`Cancel`}
      submitLabel={t`Share`}
      submittingLabel={t`Sharing...`}
      isSubmitting={isSharing}
      fitsContent
      fillsNarrowScreen
      status={items?.conversations.some(({ isLocal }) => isLocal) && <LeavingNote items={items} />}
      onSubmit={() => void submit()}
    >
      <div className={classes.root}>
        {leftovers && <ShareLeftovers leftovers={leftovers} />}
        {canLink && items && (
          <LinkPart conversation={findOnlyChat(items)} wantsFiles={includesFiles} onMade={() => setHasLink(true)} />
        )}
        <PeopleInput
          label={t`People and groups`}
          draft={people}
          groups={groups}
          wholeGroups={wholeGroups}
          ownEmail={user.email ?? ""}
          error={problems.people ?? null}
          fieldRef={peopleRef}
          onChange={(draft) => {
            setPeople(draft);
            setProblems({ ...problems, people: null });
          }}
        />
        {groupsError && !groups && (
          <LoadFailedBanner
            text={t`Couldn’t load your groups.`}
            error={groupsError}
            onRetry={() => void reloadGroups()}
          />
        )}
        <Textarea
          ref={noteRef}
          label={t({ message: "Note", context: "to the recipients" })}
          withAsterisk
          aria-required
          autosize
          minRows={2}
          maxRows={6}
          maxLength={limits.shareNoteLength}
          classNames={{ input: fieldClasses.input }}
          error={problems.note ? <span role="alert">{problems.note}</span> : undefined}
          value={note}
          onChange={(event) => {
            setNote(event.currentTarget.value);
            setProblems({ ...problems, note: null });
          }}
        />
        <ItemPicker
          source={source}
          chosenIds={chosenIds}
          onChange={(newIds) => {
            setChosenIds(newIds);
            setProblems({ ...problems, items: null });
          }}
        />
        {problems.items && (
          <p role="alert" className={classes.problem}>
            {problems.items}
          </p>
        )}
        {items && items.conversations.length > 0 && (
          <Checkbox
            label={t`Share attached files, too`}
            description={t`Recipients get copies of the files that you have attached. Otherwise they only see the cited passages.`}
            checked={includesFiles}
            onChange={(event) => setIncludesFiles(event.currentTarget.checked)}
          />
        )}
        {items && <SharedSummary items={items} />}
      </div>
      {question}
    </Modal>
  );
}

function describeUnsaved({ hasLeftovers, hasLink }: { hasLeftovers: boolean; hasLink: boolean }): string {
  if (hasLeftovers) return t`Not everything has been shared.`;
  return hasLink
    ? t`The link to the chat exists. Nothing has been shared with people or groups yet.`
    : t`Nothing has been shared yet.`;
}

/** The chat that is selected, if nothing else is. */
function findOnlyChat({ conversations, prompts, folders }: SharableItems): ConversationSummary | null {
  const [first = null] = conversations;
  return conversations.length + prompts.length + folders.length === 1 ? first : null;
}

function findItemsProblem(items: SharableItems | null): string | null {
  const max = limits.itemsPerShare;
  if (!items || describeItems(countItems(items)) === "") return t`Choose at least one chat, prompt or folder.`;
  return hasTooMany(items) ? t`You can share at most ${max} chats, prompts or folders at once.` : null;
}

type ShareResult = OpOutput<typeof shareItems>;

/** Only those who have not received it stay, so that nobody receives it twice. */
function keepFailed(people: PeopleDraft, { failed }: ShareResult): PeopleDraft {
  const recipients = new Set(failed.map(({ recipient }) => recipient.toLowerCase()));
  return { entries: people.entries.filter((entry) => recipients.has(entry.toLowerCase())), text: "" };
}

function findLeftovers({ failed, leftOut }: ShareResult, items: SharableItems, groups: readonly Group[]): Leftovers {
  const names = new Map(
    [...items.conversations, ...items.prompts, ...items.folders].map(({ id, name }) => [id, name] as const),
  );
  return {
    failed: failed.map(({ recipient, reason }) => ({
      name: groups.find(({ id }) => id === recipient)?.name ?? recipient,
      reason,
    })),
    leftOut: leftOut.map((id) => names.get(id) ?? id),
  };
}
