import type { Conversation } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconMessagePlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import { formatDay } from "../../../entities/files/formatDay.ts";
import { openPage, useRoute } from "../../../entities/shell/routes.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { CallError } from "../../../lib/callError.ts";
import { ErrorView } from "../../../ui/ErrorView.tsx";
import { MessagesSkeleton } from "../../../ui/Skeletons.tsx";
import classes from "./SharedChatPage.module.css";
import { type SharedChat, sharedChatQuery } from "./sharedChatQuery.ts";
import { type OwnCopy, useContinueShared } from "./useContinueShared.ts";

interface SharedChatPageProps {
  /** Shows the messages of a conversation, which cannot be changed. */
  Thread: ComponentType<{ conversation: Conversation; head: ReactNode; foot: ReactNode }>;
}

/** The chat that a link opens. */
export function SharedChatPage({ Thread }: SharedChatPageProps) {
  const { sharedId } = useRoute();
  return sharedId !== null && <LinkedChat key={sharedId} linkKey={sharedId} Thread={Thread} />;
}

function LinkedChat({ linkKey, Thread }: SharedChatPageProps & { linkKey: string }) {
  const { data: shared, error, refetch } = useQuery(sharedChatQuery(linkKey));
  if (shared) {
    return <Thread conversation={shared.conversation} head={<Head {...shared} />} foot={<Foot shared={shared} />} />;
  }
  if (error) return <LinkFailed error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.loading}>
      <MessagesSkeleton label={t`Loading the shared chat`} />
    </div>
  );
}

function Head({ conversation, sharedBy, sharedAt }: SharedChat) {
  const day = formatDay(sharedAt);
  return (
    <header className={classes.head}>
      <h1 className={classes.title}>{getConversationName(conversation)}</h1>
      <p className={classes.origin}>{t`Shared by ${sharedBy} on ${day}`}</p>
    </header>
  );
}

function Foot({ shared }: { shared: SharedChat }) {
  const { blockedReason } = useWorkspace();
  const { own, isBusy, open, add } = useContinueShared(shared);
  const block = (run: () => void) =>
    blockedReason === null ? { onClick: run } : { "aria-disabled": true, "data-disabled": true };
  const icon = <IconMessagePlus size={18} stroke={1.6} aria-hidden />;
  return (
    <div className={classes.foot}>
      {own === "older" ? (
        <div className={classes.choice}>
          <Button className={classes.button} leftSection={icon} loading={isBusy} {...block(add)}>
            {t`Continue as a new copy`}
          </Button>
          <Button variant="default" className={classes.button} {...block(open)}>
            {t`Open the copy I have`}
          </Button>
        </div>
      ) : (
        <Button className={classes.button} leftSection={icon} loading={isBusy} {...block(own === "same" ? open : add)}>
          {t`Continue in my chats`}
        </Button>
      )}
      <p className={classes.note}>{blockedReason ?? describeOwn(own)}</p>
    </div>
  );
}

function describeOwn(own: OwnCopy): string {
  switch (own) {
    case "none":
      return t`You get a copy. The shared chat stays as it is.`;
    case "same":
      return t`You have this chat already.`;
    case "older":
      return t`You have this chat already, but this version has other messages.`;
    default:
      return own satisfies never;
  }
}

/** Says why a link does not open. What is gone cannot be loaded again. */
function LinkFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { status = null, reason = null, requestId = null } = error instanceof CallError ? error : {};
  const isGone = status === 404 || status === 400;
  if (isGone || status === 403) {
    return (
      <ErrorView
        title={t`This link doesn’t open`}
        lines={[isGone ? t`Unable to find shared item. It may have been deleted.` : (reason ?? error.message)]}
        actions={<Button variant="default" onClick={() => openPage("chat")}>{t`Go to my chats`}</Button>}
      />
    );
  }
  return (
    <ErrorView
      title={t`Couldn’t load the shared chat`}
      lines={[reason ?? error.message]}
      requestId={requestId}
      actions={<Button onClick={onRetry}>{t`Try again`}</Button>}
    />
  );
}
