import type { ConversationSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconCheck, IconLink } from "@tabler/icons-react";
import classes from "./LinkPart.module.css";
import { useShareLink } from "./useShareLink.ts";

interface LinkPartProps {
  /** Null if something else is selected. */
  conversation: ConversationSummary | null;
  /** True if the person wants to share attached files, which a link does not do. */
  wantsFiles: boolean;
  /** Called when the link has been made. */
  onMade: () => void;
}

/** Offers a link to a copy of one conversation. */
export function LinkPart({ conversation, ...props }: LinkPartProps) {
  return (
    <section className={classes.part} aria-label={t`Share with a link`}>
      {conversation ? (
        <ChatLink key={conversation.id} conversation={conversation} {...props} />
      ) : (
        <p className={classes.note}>{t`To share with a link, choose one chat and nothing else.`}</p>
      )}
    </section>
  );
}

function ChatLink(props: LinkPartProps & { conversation: ConversationSummary }) {
  const { conversation, wantsFiles, onMade } = props;
  const { address, isMaking, isCopied, copy } = useShareLink(conversation, onMade);
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
          {wantsFiles && (
            <span className={classes.warning}>
              {t`Attached files don’t come with a link. To share them, add people or groups.`}
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
