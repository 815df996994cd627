import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { useAssistants } from "../../../../entities/assistants/useAssistants.ts";
import { useChat } from "../../../../entities/chat/ChatProvider.tsx";
import { useIsStreaming } from "../../../../entities/chat/runs/useRun.ts";
import { useFenceSource } from "../../../../entities/chat/view/fenceSource.ts";
import { useConversation } from "../../../../entities/conversations/useConversation.ts";
import { useFlag } from "../../../../entities/flags/useFlag.ts";
import { CodeBlock } from "../../../../ui/markdown/code/CodeBlock.tsx";
import type { FenceProps } from "../../../../ui/markdown/fences/fenceContributions.ts";
import { getOpState } from "./getOpState.ts";
import classes from "./OpFence.module.css";
import { OpForm } from "./OpForm.tsx";
import { runOperation, useOperationCall } from "./operationCalls.ts";
import { isJsonBlock, type OpBlock, parseOpBlock } from "./parseOpBlock.ts";

/** A call of an operation that an assistant proposes. Nothing happens until the person presses its button. */
export function OpFence(props: FenceProps) {
  const { code, isComplete } = props;
  const source = useFenceSource();
  const hasFlag = useFlag("assistantApis");
  const block = useMemo(() => (isComplete ? parseOpBlock(code) : null), [code, isComplete]);
  if (!isComplete) {
    return (
      <p className={`${classes.card} ${classes.note}`} role="status" aria-busy="true">
        {t`Preparing a form…`}
      </p>
    );
  }
  if (!block) return <MalformedBlock {...props} />;
  if (!hasFlag) return <BlockedForm block={block} reason={t`You can’t use operations of assistants.`} />;
  if (!source) return <BlockedForm block={block} reason={t`This works only in your own chats.`} />;
  const { conversationId, messageId, index } = source;
  // A block that was edited is another one.
  return <ChatOp key={code} block={block} place={`${conversationId} ${messageId} ${index} ${code}`} {...source} />;
}

/** Other code in such a block can be meant as it is. */
function MalformedBlock(props: FenceProps) {
  return (
    <>
      <CodeBlock {...props} />
      {isJsonBlock(props.code) && (
        <p className={classes.note}>{t`Failed to extract data. Please check the JSON format.`}</p>
      )}
    </>
  );
}

const BlockedForm = ({ block, reason }: { block: OpBlock; reason: string }) => (
  <OpForm block={block} state={{ status: "blocked", reason }} call={undefined} onRun={() => {}} />
);

interface ChatOpProps {
  block: OpBlock;
  place: string;
  conversationId: string;
  messageId: string;
}

function ChatOp({ block, place, conversationId, messageId }: ChatOpProps) {
  const chat = useChat();
  const isStreaming = useIsStreaming(chat.runs.store, conversationId);
  const opened = useConversation(conversationId);
  const call = useOperationCall(place);
  const { data: assistants = [] } = useAssistants();
  const state =
    opened.status === "ready"
      ? getOpState({ conversation: opened.conversation, messageId, opId: block.id, isStreaming })
      : ({ status: "blocked", reason: "" } as const);
  const assistant = assistants.find(({ assistantId }) => state.status === "ready" && assistantId === state.assistantId);
  return (
    <OpForm
      block={block}
      state={state}
      hosts={assistant?.apiHosts}
      integrations={assistant?.integrations}
      call={call}
      onRun={(fields) => {
        if (state.status !== "ready") return;
        const { assistantId } = state;
        void runOperation(chat, { place, conversationId, assistantId, block: { ...block, fields } });
      }}
    />
  );
}
