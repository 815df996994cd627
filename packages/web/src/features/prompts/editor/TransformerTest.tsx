import { t } from "@lingui/core/macro";
import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import type { TransformResult } from "../../../entities/prompts/transform/runTransformer.ts";
import fieldClasses from "../../../ui/fields.module.css";
import classes from "./PromptEditor.module.css";

const getSample = () => t`An answer with **bold** words.

- one point
- another`;

/** Runs a transformer on a sample answer. */
export function TransformerTest({ code }: { code: string }) {
  const [text, setText] = useState(getSample);
  const [result, setResult] = useState<TransformResult | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const run = async () => {
    setIsRunning(true);
    try {
      const { transformInWorker } = await import("../../../entities/prompts/transform/transformInWorker.ts");
      setResult(await transformInWorker(code, text));
    } catch {
      setResult({ problem: t`the code that runs it couldn’t be loaded` });
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <div className={classes.trial}>
      <Textarea
        label={t`Sample answer`}
        rows={3}
        className={classes.wide ?? ""}
        classNames={{ input: fieldClasses.input }}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {/* Mantine's `loading` prop would disable the button, which would then lose the focus. */}
      <Button variant="default" aria-disabled={isRunning} onClick={() => !isRunning && void run()}>
        {isRunning ? t`Running…` : t`Try it`}
      </Button>
      <output className={classes.wide} aria-label={t`Result for the sample answer`}>
        {result && "text" in result && <pre className={classes.result}>{result.text}</pre>}
        {result && "problem" in result && <TransformProblem problem={result.problem} />}
      </output>
    </div>
  );
}

const TransformProblem = ({ problem }: { problem: string }) => (
  <span className={classes.problem}>{t`The answer would not be changed: ${problem}.`}</span>
);
