import type { ConversationSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconCheck, IconLink } from "@tabler/icons-react";
import classes from "./LinkPart.module.css";
import { useShareLink } from "./useShareLink.ts";

/** Offers a link to a copy of one conversation. `conversation`: null if something else is selected. */
export function LinkPart({ conversation }: { conversation: ConversationSummary | null }) {
  return (
    <section className={classes.part} aria-label={t`Share with a link`}>
      {conversation ? (
        <ChatLink key={conversation.id} conversation={conversation} />
      ) : (
        <p className={classes.note}>{t`To share with a link, choose one chat and nothing else.`}</p>
      )}
    </section>
  );
}

function ChatLink({ conversation }: { conversation: ConversationSummary }) {
  const { address, isMaking, isCopied, copy } = useShareLink(conversation);
  return (
    <>
      <div className={classes.row}>
        <p className={classes.note}>
          {t`Everybody who signs in here and has the link can read a copy of this chat as it is now.`}
          {conversation.isLocal && (
            <span className={classes.warning}>
              {t`This chat is stored in this browser. A copy of it leaves this browser and is stored on the server.`}
            </span>
          )}
        </p>
        <Button
          variant="default"
          className={classes.copy}
          leftSection={
            isCopied ? (
              <IconCheck size={16} stroke={1.8} aria-hidden />
            ) : (
              <IconLink size={16} stroke={1.8} aria-hidden />
            )
          }
          loading={isMaking}
          onClick={copy}
        >
          {isCopied ? t`Copied` : t`Copy link`}
        </Button>
      </div>
      {address !== null && (
        <input
          className={classes.address}
          aria-label={t`Link to the chat`}
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <p role="status" className={classes.outcome}>
        {address !== null && t`You can stop sharing it under Items You Shared.`}
      </p>
    </>
  );
}
