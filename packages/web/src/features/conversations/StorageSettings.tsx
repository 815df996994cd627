import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Radio.css";
import { Button, Radio } from "@mantine/core";
import { useId, useState } from "react";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { notifyError, notifyFailure, notifySuccess } from "../../ui/notify.tsx";
import { useConversationStore } from "./ConversationsProvider.tsx";
import { conversationTexts } from "./conversationTexts.ts";
import { draftOf } from "./newConversation.ts";
import { reasonOf } from "./reasonOf.ts";
import classes from "./StorageSettings.module.css";
import { type StorageSelection, useStorageSelection, writeStorageSelection } from "./storageSelection.ts";
import { useConversationList } from "./useConversationList.ts";

const radio = { root: classes.radio, body: classes.choice, radio: classes.mark };

/** Where conversations are kept: the choice for new ones, and the way to the cloud for all of them. For those who may use the cloud. */
export function StorageSettings() {
  const { userId, store } = useConversationStore();
  const selection = useStorageSelection(userId);
  const headingId = useId();

  const select = async (value: StorageSelection) => {
    writeStorageSelection(userId, value);
    // The new conversation that is open already goes along.
    const draft = draftOf(await store.list());
    if (draft) await store.move(draft.id, value === "future-cloud" ? "cloud" : "local");
  };
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading}>
        Where conversations are kept
      </h2>
      <p className={classes.text}>
        Private conversations stay in this browser, and no other device has them. Cloud conversations are stored on the
        server, and you find them wherever you sign in.
      </p>
      <Radio.Group
        label="New conversations"
        value={selection}
        onChange={(value) => {
          select(value === "future-cloud" ? "future-cloud" : "future-local").catch(notifyFailure);
        }}
        classNames={{ label: classes.label }}
      >
        <Radio value="future-local" label="Kept in this browser" classNames={radio} />
        <Radio value="future-cloud" label="Kept in the cloud" classNames={radio} />
      </Radio.Group>
      <MoveAll />
    </section>
  );
}

function MoveAll() {
  const { store } = useConversationStore();
  const list = useConversationList();
  const [isAsking, setIsAsking] = useState(false);
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const local = list.status === "ready" ? list.conversations.filter(({ isLocal }) => isLocal) : [];
  const count = local.length === 1 ? "1 private conversation" : `${local.length} private conversations`;

  const moveAll = async () => {
    setIsAsking(false);
    const failedNames: string[] = [];
    let lastError: unknown;
    for (const [done, { id, name }] of local.entries()) {
      setProgress({ done, total: local.length });
      await store.move(id, "cloud").catch((error: unknown) => {
        failedNames.push(name);
        lastError = error;
      });
    }
    setProgress(null);
    if (failedNames.length === 0) notifySuccess(conversationTexts.movedToCloud);
    else notifyError(conversationTexts.severalMovesToCloudFailed(failedNames), reasonOf(lastError));
  };
  return (
    <>
      <Button
        variant="default"
        fullWidth
        className={classes.button}
        disabled={local.length === 0 && !progress}
        loading={progress !== null}
        onClick={() => setIsAsking(true)}
      >
        Move all to the cloud
      </Button>
      <p className={classes.note} role="status">
        {progress
          ? `Moving ${progress.done + 1} of ${progress.total}`
          : local.length === 0
            ? "There is no private conversation."
            : count}
      </p>
      <ConfirmDialog
        isOpen={isAsking}
        title="Move all private conversations to the cloud"
        message={`${count} will be stored on the server, where you find them from every device. This browser keeps only their names.`}
        confirmLabel="Move all"
        onConfirm={() => void moveAll()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
