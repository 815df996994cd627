import { t } from "@lingui/core/macro";
import { IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { useFenceSource } from "../../../entities/chat/view/fenceSource.ts";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { CodeBlock } from "../../../ui/markdown/code/CodeBlock.tsx";
import codeClasses from "../../../ui/markdown/code/codeBlock.module.css";
import type { FenceProps } from "../../../ui/markdown/fences/fenceContributions.ts";
import { clearBlock, runBlock, stopBlock, useBlockRun } from "./blockRuns.ts";
import { PythonOutput } from "./PythonOutput.tsx";
import classes from "./python.module.css";
import { SaveFunctionButton } from "./SaveFunctionButton.tsx";

/** Shows Python code with a button that runs it in the browser, and below it what it wrote. */
export function PythonFence(props: FenceProps) {
  const isOn = useFlag("pythonFunction");
  const source = useFenceSource();
  if (!isOn || !source || !props.isComplete) return <CodeBlock {...props} />;
  const { conversationId, messageId, index } = source;
  return (
    <RunnableBlock {...props} conversationId={conversationId} blockKey={`${conversationId} ${messageId} ${index}`} />
  );
}

function RunnableBlock({
  conversationId,
  blockKey,
  ...block
}: FenceProps & { conversationId: string; blockKey: string }) {
  const run = useBlockRun(blockKey);
  const isRunning = run !== null && run.state !== "ended";
  const start = () => void runBlock({ conversationId, key: blockKey, code: block.code });
  const button = (
    <button type="button" className={codeClasses.action} onClick={isRunning ? () => stopBlock(blockKey) : start}>
      {isRunning ? <IconPlayerStop size={15} aria-hidden="true" /> : <IconPlayerPlay size={15} aria-hidden="true" />}
      <span>{isRunning ? t`Stop` : t({ message: "Run", context: "code" })}</span>
    </button>
  );
  return (
    <div className={run ? classes.pair : undefined}>
      <CodeBlock
        {...block}
        action={
          <>
            {button}
            <SaveFunctionButton code={block.code} />
          </>
        }
      />
      {run && <PythonOutput run={run} onClear={() => clearBlock(blockKey)} />}
    </div>
  );
}
