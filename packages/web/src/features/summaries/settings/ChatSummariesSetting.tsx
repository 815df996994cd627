import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Switch.css";
import type { Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Switch } from "@mantine/core";
import type { BelowSettingsProps } from "../../../entities/chat/slots/chatSlots.ts";
import { useConversation } from "../../../entities/conversations/useConversation.ts";
import { useUserSettings } from "../../../entities/settings/userSettings.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { ContextDetails } from "../gauge/ContextDetails.tsx";
import { readContext } from "../gauge/readContext.ts";
import classes from "./Setting.module.css";

/** Turns summaries off for one chat, and says what fills the model's window. */
export function ChatSummariesSetting({ settings, model, isDisabled, onChange }: BelowSettingsProps) {
  const { conversationId, user } = useWorkspace();
  const { summarizesLongChats } = useUserSettings(user.id);
  return (
    <>
      {summarizesLongChats && (
        <Switch
          checked={settings.skipSummaries !== true}
          disabled={isDisabled}
          label={t`Summarize earlier messages`}
          description={t`If this chat becomes too long for the model, a summary is sent in place of its earlier messages.`}
          onChange={({ currentTarget }) => onChange({ skipSummaries: !currentTarget.checked })}
        />
      )}
      {conversationId !== null && model && (
        <OpenContext conversationId={conversationId} model={model} maxTokens={settings.maxTokens} />
      )}
    </>
  );
}

interface OpenContextProps {
  conversationId: string;
  model: Model;
  maxTokens: number | null;
}

function OpenContext({ conversationId, model, maxTokens }: OpenContextProps) {
  const opened = useConversation(conversationId);
  if (opened.status !== "ready" || opened.conversation.messages.length === 0) return null;
  const context = readContext(opened.conversation, model, maxTokens);
  return (
    <section className={classes.context} aria-label={t`The model’s window`}>
      {context ? (
        <ContextDetails context={context} model={model} />
      ) : (
        <p className={classes.unknown}>{t`How full the model’s window is will be shown here after the next answer.`}</p>
      )}
    </section>
  );
}
