import { type Conversation, type ConversationSettings, type Model, temperatureRange } from "@lectern/contract";
import { Popover } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconClearAll, IconDownload, IconFiles } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { ChatRuns } from "../../../entities/chat/runs/chatRuns.ts";
import { useIsStreaming } from "../../../entities/chat/runs/useRun.ts";
import { useIsNarrow } from "../../../lib/device.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { LazyAdvancedSettings, preloadSettingsProps } from "../settings/LazyAdvancedSettings.tsx";
import classes from "./ChatHeader.module.css";
import { HeaderMenuButton } from "./HeaderMenuButton.tsx";

interface ChatHeaderProps {
  conversation: Conversation;
  model: Model | null;
  runs: ChatRuns;
  /** The name of the conversation, as an element that can edit it; if absent, the name is plain text. */
  title?: ReactNode;
  /** The cost of the person's model calls; absent if the cost is not shown. */
  cost?: ReactNode;
  modelSelector: ReactNode;
  storageToggle: ReactNode;
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
  const { conversation, model, runs, title, cost, storageToggle, onDownload, onOpenDataSources, onClear } = props;
  const isStreaming = useIsStreaming(runs.store, conversation.id);
  const isEmpty = conversation.messages.length === 0;
  // On a narrow screen, not every button fits beside the name.
  const showsAll = !useIsNarrow() || isEmpty;
  const blockedReason = isStreaming ? streamingReason : null;
  const clearing = useClearConfirmation(onClear);
  const temperature = conversation.temperature ?? temperatureRange.initial;
  return (
    <div className={classes.header}>
      <div className={classes.names}>
        {title ?? <h1 className={classes.title}>{conversation.name}</h1>}
        {!isEmpty && model && (
          <p className={classes.model}>
            <span className={classes.modelName}>{model.name}</span>
            <span className={classes.temperature}>· Temperature {temperature}</span>
          </p>
        )}
      </div>
      {cost}
      <div className={classes.actions}>
        {!isEmpty && storageToggle}
        {showsAll && (
          <IconButton name="Data Sources" onClick={onOpenDataSources}>
            <IconFiles size={18} stroke={1.6} />
          </IconButton>
        )}
        {showsAll && !isEmpty && (
          <IconButton name="Download" onClick={onDownload}>
            <IconDownload size={18} stroke={1.6} />
          </IconButton>
        )}
        {!isEmpty && <SettingsButton {...props} blockedReason={blockedReason} />}
        {showsAll && !isEmpty && <ClearButton blockedReason={blockedReason} onClear={clearing.ask} />}
        {!showsAll && (
          <HeaderMenuButton
            blockedReason={blockedReason}
            onOpenDataSources={onOpenDataSources}
            onDownload={onDownload}
            onClear={clearing.ask}
          />
        )}
      </div>
      {clearing.dialog}
    </div>
  );
}

function SettingsButton(props: ChatHeaderProps & { blockedReason: string | null }) {
  const { conversation, model, modelSelector, blockedReason, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  const isBlocked = blockedReason !== null;
  return (
    <Popover
      opened={isOpen && !isBlocked}
      onChange={setIsOpen}
      position="bottom-end"
      width="min(24rem, calc(100vw - 24px))"
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 140 }}
    >
      <Popover.Target>
        <IconButton
          name={isBlocked ? `Chat settings. ${blockedReason}` : "Chat settings"}
          aria-disabled={isBlocked || undefined}
          aria-expanded={isOpen && !isBlocked}
          onClick={() => !isBlocked && setIsOpen(!isOpen)}
          {...preloadSettingsProps}
        >
          <IconAdjustmentsHorizontal size={18} stroke={1.6} />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label="Chat settings">
        <LazyAdvancedSettings
          settings={conversation}
          model={model}
          modelSelector={modelSelector}
          blockedReason={blockedReason}
          onChange={onChange}
        />
      </Popover.Dropdown>
    </Popover>
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
