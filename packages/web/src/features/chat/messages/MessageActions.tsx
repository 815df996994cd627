import type { Message, Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconCheck, IconChevronLeft, IconChevronRight, IconCopy, IconPencil, IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useIsNarrow } from "../../../lib/device.ts";
import { useClipboard } from "../../../ui/useClipboard.ts";
import classes from "./MessageActions.module.css";
import { MessageButton } from "./MessageButton.tsx";
import { MessageMenuButton } from "./MessageMenuButton.tsx";
import { OtherModelButton } from "./OtherModelButton.tsx";
import type { ThreadActions, ThreadChanges } from "./threadActions.ts";

interface ExtraActions {
  buttons: ReactNode;
  items: ReactNode;
}

interface MessageActionsProps {
  /** The noun for the message in the names of the buttons. */
  messageKind: "answer" | "message";
  message: Message;
  /** The shown text of the message. */
  text: string;
  versionIds: readonly string[];
  /** True if the buttons are shown even without hover or focus. */
  isProminent: boolean;
  /** True if on a touch screen the buttons are shown only once the message is tapped. */
  isQuiet?: boolean;
  /** The reason why nothing can be changed now; null if changes are possible. */
  blockedReason: string | null;
  /** The reason why no other answer can be requested now; null if one can. */
  answerAgainBlockedReason?: string | null;
  /** Requests another answer, from this model if there is one. */
  onAnswerAgain?: (model?: Model) => void;
  /** Toggles between the formatted message and its source; absent if both are the same. */
  source?: { isShown: boolean; toggle: () => void };
  /** What other features add: to the row or, on a narrow screen, to the menu. */
  extraActions?: ExtraActions | undefined;
  actions: ThreadActions;
}

/** The row below a message: its versions, the frequent actions, and a menu with the other actions. */
export function MessageActions(props: MessageActionsProps) {
  const {
    messageKind,
    message,
    text,
    versionIds,
    isProminent,
    isQuiet = false,
    blockedReason,
    answerAgainBlockedReason,
    onAnswerAgain,
    extraActions,
    actions,
  } = props;
  const { changes } = actions;
  // The row of a narrow screen has only what is used most, so that it stays one row. The menu has the rest.
  const isNarrow = useIsNarrow();
  const { isCopied, copy, copyRich } = useClipboard();
  const isQuestion = message.role === "user";
  const hasVersions = changes !== null && versionIds.length > 1;
  return (
    <div
      className={classes.row}
      data-question={isQuestion || undefined}
      data-prominent={isProminent || undefined}
      data-quiet={isQuiet || undefined}
    >
      {hasVersions && !isQuestion && <Versions {...props} changes={changes} />}
      {/* Also while an answer is streaming: an answer may begin by itself while the button has the focus. */}
      {isQuestion && changes && (
        <MessageButton
          name={t`Edit the message`}
          data-action="edit"
          blockedReason={blockedReason}
          onClick={() => changes.edit(message.id)}
        >
          <IconPencil size={16} aria-hidden />
        </MessageButton>
      )}
      {text !== "" && (
        <MessageButton name={isCopied ? t`Copied` : getCopyName(messageKind)} onClick={() => copy(text)}>
          {isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        </MessageButton>
      )}
      {onAnswerAgain && (
        <>
          <MessageButton
            name={t`Answer again`}
            blockedReason={answerAgainBlockedReason ?? blockedReason}
            onClick={() => onAnswerAgain()}
          >
            <IconRefresh size={16} aria-hidden />
          </MessageButton>
          {!isNarrow && (
            <OtherModelButton blockedReason={answerAgainBlockedReason ?? blockedReason} onAnswerAgain={onAnswerAgain} />
          )}
        </>
      )}
      {!isNarrow && extraActions?.buttons}
      {/* Without text, all of its items change something. */}
      {(changes || text !== "") && (
        <MessageMenuButton
          messageKind={messageKind}
          message={message}
          blockedReason={blockedReason}
          source={props.source ?? null}
          onCopyRich={() => copyRich(() => richTextOf(text))}
          onAnswerAgain={onAnswerAgain}
          answerAgainBlockedReason={answerAgainBlockedReason ?? blockedReason}
          narrowItems={isNarrow && extraActions?.items}
          actions={actions}
        />
      )}
      <span role="status" className={classes.copied}>
        {isCopied ? t`Copied` : ""}
      </span>
      {/* At the edge of a question, while what appears with the pointer is between them. */}
      {hasVersions && isQuestion && <Versions {...props} changes={changes} />}
    </div>
  );
}

const getCopyName = (kind: MessageActionsProps["messageKind"]) =>
  kind === "answer" ? t`Copy the answer` : t`Copy the message`;

const richTextOf = (source: string) =>
  import("../../../ui/markdown/text/toRichText.ts").then(({ toRichText }) => toRichText(source));

function Versions(props: MessageActionsProps & { changes: ThreadChanges }) {
  const { messageKind, message, versionIds, blockedReason, changes } = props;
  const index = versionIds.indexOf(message.id);
  const previous = versionIds[index - 1];
  const next = versionIds[index + 1];
  const isFirst = previous === undefined;
  const isLast = next === undefined;
  const name = messageKind === "answer" ? t`Versions of the answer` : t`Versions of the message`;
  const position = index + 1;
  const { length: count } = versionIds;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div role="group" aria-label={name} className={classes.versions}>
      <MessageButton
        name={t`Earlier version`}
        blockedReason={isFirst ? t`This is the first version` : blockedReason}
        onClick={() => previous !== undefined && changes.showVersion(previous)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </MessageButton>
      <span className={classes.count}>{t`${position} of ${count}`}</span>
      <MessageButton
        name={t`Later version`}
        blockedReason={isLast ? t`This is the last version` : blockedReason}
        onClick={() => next !== undefined && changes.showVersion(next)}
      >
        <IconChevronRight size={16} aria-hidden />
      </MessageButton>
    </div>
  );
}
