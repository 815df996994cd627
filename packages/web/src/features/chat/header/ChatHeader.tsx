import { type Conversation, type ConversationSettings, type Model, temperatureRange } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconAdjustmentsHorizontal, IconFiles, IconShare } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { useIsNarrow } from "../../../lib/device.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import classes from "./ChatHeader.module.css";
import { HeaderMenuButton } from "./HeaderMenuButton.tsx";
import { LazyChatSettings, preloadChatSettingsProps } from "./LazyChatSettings.tsx";
import { ModelButton } from "./ModelButton.tsx";

interface ChatHeaderProps {
  conversation: Conversation;
  model: Model | null;
  /** The reason why the conversation cannot be changed now; null if it can. */
  blockedReason: string | null;
  /** The same for its model, which an assistant may choose. */
  modelBlockedReason: string | null;
  /** The name of the conversation, as an element that can edit it; if absent, the name is plain text. */
  title?: ReactNode;
  /** What other features show beside the name, such as costs. */
  notes?: ReactNode;
  modelSelector: ReactNode;
  /** What other features show of the conversation, such as where it is stored. */
  controls: ReactNode;
  onChangeModel: (modelId: string) => void;
  onChange: (changes: Partial<ConversationSettings>) => void;
  /** Opens the dialog that saves conversations as a document. */
  onDownload: () => void;
  onOpenDataSources: () => void;
  /** Deletes all messages of the conversation. Called after the person has confirmed the deletion. */
  onClear: () => Promise<void>;
}

/** The header of a conversation: its name, its model, and the actions on the whole conversation. */
export function ChatHeader(props: ChatHeaderProps) {
  const { conversation, model, modelBlockedReason, title, notes, controls, onChangeModel, onClear } = props;
  const isEmpty = conversation.messages.length === 0;
  const isNarrow = useIsNarrow();
  const clearing = useClearConfirmation(onClear);
  const Actions = isNarrow ? NarrowActions : WideActions;
  const { temperature } = conversation;
  const isTemperatureShown = temperature !== null && temperature !== temperatureRange.initial;
  return (
    <div className={classes.header}>
      <div className={classes.names}>
        {title ?? (
          <h1 className={classes.title} dir="auto">
            {getConversationName(conversation)}
          </h1>
        )}
        {(isNarrow || (!isEmpty && model)) && (
          <div className={classes.model}>
            {!isEmpty && model && (
              <ModelButton model={model} blockedReason={modelBlockedReason} onChange={onChangeModel} />
            )}
            {isTemperatureShown && !isNarrow && <TemperatureNote temperature={formatNumber(temperature)} />}
            {isNarrow && controls}
          </div>
        )}
      </div>
      {notes}
      <div className={classes.actions}>
        <Actions {...props} isEmpty={isEmpty} onClear={clearing.ask} />
      </div>
      {clearing.dialog}
    </div>
  );
}

/** Only shown where it was changed: the button of the settings names it everywhere. */
function TemperatureNote({ temperature }: { temperature: string }) {
  return <span className={classes.temperature}>{t`· Temperature ${temperature}`}</span>;
}

interface ActionsProps extends Omit<ChatHeaderProps, "onClear"> {
  isEmpty: boolean;
  onClear: () => void;
}

function WideActions(props: ActionsProps) {
  const { conversation, isEmpty, blockedReason, controls, onOpenDataSources, onDownload, onClear } = props;
  return (
    <>
      {!isEmpty && controls}
      <IconButton name={t`Your files`} onClick={onOpenDataSources}>
        <IconFiles size={18} stroke={1.6} />
      </IconButton>
      {!isEmpty && (
        <>
          <SettingsButton {...props} />
          <IconButton
            name={t`Share this chat`}
            onClick={() => openDialog("share", { conversationIds: [conversation.id] })}
          >
            <IconShare size={18} stroke={1.6} />
          </IconButton>
          <HeaderMenuButton conversationId={conversation.id} {...{ blockedReason, isEmpty, onDownload, onClear }} />
        </>
      )}
    </>
  );
}

/** On a narrow screen, a menu leaves the space to the conversation's name; the storage is named below it. */
function NarrowActions(props: ActionsProps) {
  const { conversation, model, isEmpty, blockedReason, modelSelector, onChange, onClear } = props;
  const { onOpenDataSources, onDownload } = props;
  const [isOpen, setIsOpen] = useState(false);
  const anchorRef = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchorRef} {...preloadChatSettingsProps}>
        <HeaderMenuButton
          conversationId={conversation.id}
          {...{ blockedReason, isEmpty, onDownload, onClear }}
          narrowActions={{ onOpenDataSources, onOpenSettings: () => setIsOpen(true) }}
        />
      </span>
      <LazyChatSettings
        isOpen={isOpen && blockedReason === null}
        settings={conversation}
        {...{ model, modelSelector, anchorRef, onChange }}
        onOpenChange={setIsOpen}
      />
    </>
  );
}

function SettingsButton(props: ActionsProps) {
  const { conversation, model, modelSelector, blockedReason, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  const anchorRef = useRef<HTMLButtonElement>(null);
  const isBlocked = blockedReason !== null;
  const temperature = formatNumber(conversation.temperature ?? temperatureRange.initial);
  return (
    <>
      <IconButton
        ref={anchorRef}
        name={isBlocked ? t`Chat settings. ${blockedReason}` : t`Chat settings, temperature ${temperature}`}
        aria-disabled={isBlocked || undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen && !isBlocked}
        onClick={() => !isBlocked && setIsOpen(!isOpen)}
        {...preloadChatSettingsProps}
      >
        <IconAdjustmentsHorizontal size={18} stroke={1.6} />
      </IconButton>
      <LazyChatSettings
        isOpen={isOpen && !isBlocked}
        settings={conversation}
        {...{ model, modelSelector, anchorRef, onChange }}
        onOpenChange={setIsOpen}
      />
    </>
  );
}

/** Asks for confirmation, then clears the messages. */
function useClearConfirmation(onClear: () => Promise<void>): { ask: () => void; dialog: ReactNode } {
  const [state, setState] = useState<"closed" | "asking" | "clearing">("closed");
  const clear = () => {
    setState("clearing");
    void onClear().finally(() => setState("closed"));
  };
  return {
    ask: () => setState("asking"),
    dialog: (
      <ConfirmDialog
        isOpen={state !== "closed"}
        title={t`Clear messages`}
        message={t`Are you sure you want to clear all messages?`}
        confirmLabel={t`Clear messages`}
        isDestructive
        isBusy={state === "clearing"}
        onConfirm={clear}
        onCancel={() => setState("closed")}
      />
    ),
  };
}
