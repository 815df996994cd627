import { type Conversation, type ConversationSettings, type Model, temperatureRange } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconAdjustmentsHorizontal, IconDownload, IconFiles } from "@tabler/icons-react";
import { type ComponentProps, lazy, type ReactNode, type Ref, Suspense, useState } from "react";
import { useIsNarrow } from "../../../lib/device.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { preloadSettingsProps } from "../settings/LazyAdvancedSettings.tsx";
import classes from "./ChatHeader.module.css";
import { HeaderMenuButton } from "./HeaderMenuButton.tsx";
import { ModelButton } from "./ModelButton.tsx";

const LazyChatSettings = lazy(() =>
  import("./ChatSettings.tsx").then(({ ChatSettings }) => ({ default: ChatSettings })),
);

interface ChatHeaderProps {
  conversation: Conversation;
  model: Model | null;
  /** The reason why the conversation cannot be changed now; null if it can. */
  blockedReason: string | null;
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

/** The header of a conversation: its name, its model, and the actions on the whole conversation. */
export function ChatHeader(props: ChatHeaderProps) {
  const { conversation, model, blockedReason, title, cost, onChangeModel, onClear } = props;
  const isEmpty = conversation.messages.length === 0;
  const isNarrow = useIsNarrow();
  const clearing = useClearConfirmation(onClear);
  const Actions = isNarrow ? NarrowActions : WideActions;
  const temperature = formatNumber(conversation.temperature ?? temperatureRange.initial);
  return (
    <div className={classes.header}>
      <div className={classes.names}>
        {title ?? <h1 className={classes.title}>{conversation.name}</h1>}
        {!isEmpty && model && (
          <div className={classes.model}>
            <ModelButton model={model} blockedReason={blockedReason} onChange={onChangeModel} />
            <span className={classes.temperature}>{t`· Temperature ${temperature}`}</span>
          </div>
        )}
      </div>
      {cost}
      <div className={classes.actions}>
        <Actions {...props} isEmpty={isEmpty} onClear={clearing.ask} />
      </div>
      {clearing.dialog}
    </div>
  );
}

interface ActionsProps extends Omit<ChatHeaderProps, "onClear"> {
  isEmpty: boolean;
  onClear: () => void;
}

function WideActions(props: ActionsProps) {
  const { isEmpty, blockedReason, storageToggle, onOpenDataSources, onDownload, onClear } = props;
  return (
    <>
      {!isEmpty && storageToggle}
      <IconButton name={t`Data Sources`} onClick={onOpenDataSources}>
        <IconFiles size={18} stroke={1.6} />
      </IconButton>
      {!isEmpty && (
        <>
          <IconButton name={t`Download`} onClick={onDownload}>
            <IconDownload size={18} stroke={1.6} />
          </IconButton>
          <SettingsButton {...props} />
          <HeaderMenuButton {...{ blockedReason, onClear }} />
        </>
      )}
    </>
  );
}

/** On a narrow screen, a menu leaves the space to the conversation's name. */
function NarrowActions(props: ActionsProps) {
  const { conversation, model, isEmpty, blockedReason, modelSelector, storageToggle, onChange, onClear } = props;
  const { onOpenDataSources, onDownload } = props;
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
          <HeaderMenuButton
            {...{ blockedReason, onClear }}
            narrowActions={{ isEmpty, onOpenDataSources, onDownload, onOpenSettings: () => setIsOpen(true) }}
          />
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
        name={isBlocked ? t`Chat settings. ${blockedReason}` : t`Chat settings`}
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
        confirmLabel={t`Clear`}
        isDestructive
        isBusy={state === "clearing"}
        onConfirm={clear}
        onCancel={() => setState("closed")}
      />
    ),
  };
}

/** Shows its children without the popover until its code is loaded. */
function ChatSettings(props: ComponentProps<typeof LazyChatSettings>) {
  return (
    <Suspense fallback={props.children}>
      <LazyChatSettings {...props} />
    </Suspense>
  );
}
