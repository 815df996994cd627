import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconArchive } from "@tabler/icons-react";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { focusField } from "../../../entities/shell/focusTargets.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";
import classes from "./ArchivedNotice.module.css";

/** Says above the message field that the conversation is archived, and brings it back to the list. */
export function ArchivedNotice({ conversationId }: { conversationId: string }) {
  const { store } = useConversationStore();
  const unarchive = async () => {
    await store.changeMarks(conversationId, { isArchived: false });
    // The pressed button has disappeared.
    focusField("message");
  };
  return (
    <p className={classes.notice}>
      <IconArchive size={16} stroke={1.6} aria-hidden />
      {t`This chat is archived.`}
      <Button size="compact-sm" variant="subtle" onClick={() => void unarchive().catch(notifyFailure)}>
        {t`Unarchive`}
      </Button>
    </p>
  );
}
