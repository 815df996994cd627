import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Checkbox.css";
import { plural, t } from "@lingui/core/macro";
import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { hasLocalFilesQuery } from "../../entities/codeInterpreter/localFiles.ts";
import { useConversationStore } from "../../entities/conversations/ConversationsProvider.tsx";
import { useConversationList } from "../../entities/conversations/useConversationList.ts";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { Modal } from "../../ui/modal/Modal.tsx";
import { notifyFailure } from "../../ui/notices/notify.tsx";
import { removeLocalChats } from "./removeLocalChats.ts";
import classes from "./SignOutDialog.module.css";
import { useSignOut } from "./useSignOut.ts";

/** Signs out and, if the person wants, first deletes the conversations and files that are stored only in this browser. */
export function SignOutDialog({ isOpen, onClose }: DialogProps) {
  const { userId, store } = useConversationStore();
  const list = useConversationList();
  const signOut = useSignOut();
  const [isRemoving, setIsRemoving] = useState(false);
  const [removesChats, setRemovesChats] = useState(false);
  const localIds =
    list.status === "ready" ? list.conversations.filter(({ isLocal }) => isLocal).map(({ id }) => id) : [];
  // The number stays the same while the conversations are being deleted.
  const [count] = useState(localIds.length);
  const { data: hasFiles = false } = useQuery({ ...hasLocalFilesQuery(userId), enabled: isOpen && !removesChats });
  const submit = async () => {
    setIsRemoving(true);
    try {
      if (removesChats) await removeLocalChats(userId, store, localIds);
      signOut.mutate();
    } catch (error) {
      notifyFailure(error);
    } finally {
      setIsRemoving(false);
    }
  };
  return (
    <Modal
      isOpen={isOpen}
      title={t`Sign out`}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={t`Sign out`}
      // The button stays busy after success, because the browser is loading another page.
      isSubmitting={isRemoving || signOut.isPending || signOut.isSuccess}
      fitsContent
    >
      {count === 0 && !hasFiles ? (
        <p className={classes.text}>{t`You can sign in again at any time.`}</p>
      ) : (
        <>
          <p className={classes.text}>{count === 0 ? describeFiles() : describeChats(count)}</p>
          <Checkbox
            checked={removesChats}
            onChange={({ currentTarget }) => setRemovesChats(currentTarget.checked)}
            label={
              count === 0
                ? t`Remove the files from this browser`
                : plural(count, { one: "Remove it from this browser", other: "Remove them from this browser" })
            }
            description={t`This can’t be undone. Recommended on a shared computer.`}
            classNames={{ input: classes.box, description: classes.description, body: classes.choice }}
          />
        </>
      )}
    </Modal>
  );
}

const describeFiles = () => t`Files of your chats are stored only in this browser. They stay here.`;
const describeChats = (count: number) =>
  plural(count, {
    one: "# chat is stored only in this browser. It stays here and appears again when you sign in.",
    other: "# chats are stored only in this browser. They stay here and appear again when you sign in.",
  });
