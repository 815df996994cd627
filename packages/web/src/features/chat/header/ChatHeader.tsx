import { type Conversation, type ConversationSettings, type Model, temperatureRange } from "@lectern/contract";
import { IconAdjustmentsHorizontal, IconClearAll, IconDownload, IconFiles } from "@tabler/icons-react";
import { type ReactNode, type Ref, useState } from "react";
import type { ChatRuns } from "../../../entities/chat/runs/chatRuns.ts";
import { useIsStreaming } from "../../../entities/chat/runs/useRun.ts";
import { useIsNarrow } from "../../../lib/device.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { preloadSettingsProps } from "../settings/LazyAdvancedSettings.tsx";
import classes from "./ChatHeader.module.css";
import { ChatSettings } from "./ChatSettings.tsx";
import { HeaderMenuButton } from "./HeaderMenuButton.tsx";
import { ModelButton } from "./ModelButton.tsx";

interface ChatHeaderProps {
  conversation: Conversation;
  model: Model | null;
  runs: ChatRuns;
  /** The name of the conversation, as an element that can edit it; if absent, the name is plain text. */
  title?: ReactNode;
  /** The cost of the person's model calls and the limits; absent if neither is shown. */
  cost?: ReactNode;
  modelSelector: ReactNode;
  storageToggle: ReactNode;
  onChangeModel: (modelId: string) => void;
  onChange: (changes: Partial<ConversationSettings>) => void;
  /** Opens the dialog that saves conversations as a document. */
  onDownload: () => void;
  onOpenDataSources: () => void;
  /** Deletes all messages of the conversation. Called after the person has confirmed the deletion. */
  onClear: () => Promise<void>;
}

/** The reason why settings cannot be changed while an answer is being written. */
const streamingReason = "This can be changed once the answer is complete";

/** The header of a conversation: its name, its model, and the actions on the whole conversation. */
export function ChatHeader(props: ChatHeaderProps) {
  const { conversation, model, runs, title, cost, onChangeModel, onClear } = props;
  const isStreaming = useIsStreaming(runs.store, conversation.id);
  const isEmpty = conversation.messages.length === 0;
  const isNarrow = useIsNarrow();
  const blockedReason = isStreaming ? streamingReason : null;
  const clearing = useClearConfirmation(onClear);
  const Actions = isNarrow ? NarrowActions : WideActions;
  const temperature = conversation.temperature ?? temperatureRange.initial;
  return (
    <div className={classes.header}>
      <div className={classes.names}>
        {title ?? <h1 className={classes.title}>{conversation.name}</h1>}
        {!isEmpty && model && (
          <div className={classes.model}>
            <ModelButton model={model} blockedReason={blockedReason} onChange={onChangeModel} />
            <span className={classes.temperature}>· Temperature {temperature}</span>
          </div>
        )}
      </div>
      {cost}
      <div className={classes.actions}>
        <Actions {...props} isEmpty={isEmpty} blockedReason={blockedReason} onClear={clearing.ask} />
      </div>
      {clearing.dialog}
    </div>
  );
}

interface ActionsProps extends Omit<ChatHeaderProps, "onClear"> {
  isEmpty: boolean;
  /** The reason why the conversation cannot be changed now; null if it can. */
  blockedReason: string | null;
  onClear: () => void;
}

function WideActions(props: ActionsProps) {
  const { isEmpty, blockedReason, storageToggle, onOpenDataSources, onDownload, onClear } = props;
  return (
    <>
      {!isEmpty && storageToggle}
      <IconButton name="Data Sources" onClick={onOpenDataSources}>
        <IconFiles size={18} stroke={1.6} />
      </IconButton>
      {!isEmpty && (
        <>
          <IconButton name="Download" onClick={onDownload}>
            <IconDownload size={18} stroke={1.6} />
          </IconButton>
          <SettingsButton {...props} />
          <ClearButton blockedReason={blockedReason} onClear={onClear} />
        </>
      )}
    </>
  );
}

/** On a narrow screen, a menu leaves the space to the conversation's name. */
function NarrowActions(props: ActionsProps) {
  const { conversation, model, isEmpty, blockedReason, modelSelector, storageToggle, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {!isEmpty && storageToggle}
      <ChatSettings
        isOpen={isOpen && blockedReason === null}
        settings={conversation}
        {...{ model, modelSelector, onChange }}
        onOpenChange={setIsOpen}
      >
        <SettingsAnchor>
          <HeaderMenuButton {...props} {...{ isEmpty, blockedReason }} onOpenSettings={() => setIsOpen(true)} />
        </SettingsAnchor>
      </ChatSettings>
    </>
  );
}

/** The popover also passes the attributes of the button that opens it, which is here an item of a menu. */
function SettingsAnchor({ ref, children }: { ref?: Ref<HTMLSpanElement>; children: ReactNode }) {
  return <span ref={ref}>{children}</span>;
}

function SettingsButton(props: ActionsProps) {
  const { conversation, model, modelSelector, blockedReason, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  const isBlocked = blockedReason !== null;
  return (
    <ChatSettings
      isOpen={isOpen && !isBlocked}
      settings={conversation}
      {...{ model, modelSelector, onChange }}
      onOpenChange={setIsOpen}
    >
      <IconButton
        name={isBlocked ? `Chat settings. ${blockedReason}` : "Chat settings"}
        aria-disabled={isBlocked || undefined}
        aria-expanded={isOpen && !isBlocked}
        onClick={() => !isBlocked && setIsOpen(!isOpen)}
        {...preloadSettingsProps}
      >
        <IconAdjustmentsHorizontal size={18} stroke={1.6} />
      </IconButton>
    </ChatSettings>
  );
}

function ClearButton({ blockedReason, onClear }: { blockedReason: string | null; onClear: () => void }) {
  const isBlocked = blockedReason !== null;
  return (
    <IconButton
      name={isBlocked ? `Clear messages. ${blockedReason}` : "Clear messages"}
      aria-disabled={isBlocked || undefined}
      onClick={() => !isBlocked && onClear()}
    >
      <IconClearAll size={18} stroke={1.6} />
    </IconButton>
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
        title="Clear messages"
        message="Are you sure you want to clear all messages?"
        confirmLabel="Clear"
        isDestructive
        isBusy={state === "clearing"}
        onConfirm={clear}
        onCancel={() => setState("closed")}
      />
    ),
  };
}
