import { type ConversationSummary, limits } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Autocomplete } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { notifyFailure } from "../../../ui/notices/notify.tsx";
import { TagChip } from "../../../ui/tags/TagChip.tsx";
import { splitTags } from "../search/parseSearch.ts";
import { notifyBulkFailures } from "./notifyBulkFailures.ts";
import classes from "./TagsDialog.module.css";

interface TagsDialogProps {
  isOpen: boolean;
  conversations: readonly ConversationSummary[];
  allConversations: readonly ConversationSummary[];
  onClose: () => void;
  onDone: (ids: readonly string[]) => void;
}

/** Adds and removes tags of conversations. Nothing changes until the person saves. */
export function TagsDialog({ isOpen, conversations, allConversations, onClose, onDone }: TagsDialogProps) {
  const { store } = useConversationStore();
  const [typedText, setTypedText] = useState("");
  const [removedTags, setRemovedTags] = useState<readonly string[]>([]);
  const [isSaving, setIsSaving] = useState(false);
  const counts = useMemo(() => countTags(conversations), [conversations]);
  const knownTags = useMemo(
    () => [...countTags(allConversations).keys()].sort((a, b) => a.localeCompare(b)),
    [allConversations],
  );
  const remainingTags = [...counts.keys()].filter((tag) => !removedTags.includes(tag));
  const addedTags = splitTags(typedText, limits.tagLength);
  const [firstConversation] = conversations;
  const isSingle = conversations.length === 1;
  const firstName = firstConversation ? getConversationName(firstConversation) : "";

  const save = async () => {
    setIsSaving(true);
    try {
      const ids = conversations.map(({ id }) => id);
      const tagsToRemove = removedTags.filter((tag) => !addedTags.includes(tag));
      if (addedTags.length > 0 || tagsToRemove.length > 0) {
        const outcome = await store.changeTags(ids, { add: addedTags, remove: tagsToRemove });
        notifyBulkFailures(outcome, (names) => t`Couldn’t change the tags of ${names}.`);
        onDone(outcome.done);
      }
      onClose();
    } catch (error) {
      notifyFailure(error);
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <Modal
      isOpen={isOpen}
      title={t`Tags`}
      submitLabel={t`Save`}
      isSubmitting={isSaving}
      fitsContent
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <p className={classes.what}>
        {plural(conversations.length, { one: `Tags of “${firstName}”`, other: "Tags of # chats" })}
      </p>
      {remainingTags.length === 0 ? (
        <p className={classes.none}>{t`No tags yet`}</p>
      ) : (
        <ul className={classes.tags}>
          {remainingTags.map((tag) => (
            <li key={tag} className={classes.item}>
              <TagChip tag={tag}>
                {!isSingle && counts.get(tag) !== conversations.length && (
                  <span className={classes.count}>{formatShare(counts.get(tag) ?? 0, conversations.length)}</span>
                )}
                <button
                  type="button"
                  className={classes.remove}
                  aria-label={t`Remove the tag ${tag}`}
                  onClick={() => setRemovedTags([...removedTags, tag])}
                >
                  <IconX size={12} stroke={2} aria-hidden />
                </button>
              </TagChip>
            </li>
          ))}
        </ul>
      )}
      <Autocomplete
        label={t`Add tags`}
        description={t`Separate tags with commas.`}
        data={typedText.includes(",") ? [] : knownTags.filter((tag) => !remainingTags.includes(tag))}
        limit={8}
        openOnFocus={false}
        value={typedText}
        data-autofocus
        onChange={setTypedText}
      />
    </Modal>
  );
}

function formatShare(count: number, total: number): string {
  const taggedCount = formatNumber(count);
  const totalCount = formatNumber(total);
  return t`${taggedCount} of ${totalCount}`;
}

function countTags(conversations: readonly ConversationSummary[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { tags } of conversations) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
}
