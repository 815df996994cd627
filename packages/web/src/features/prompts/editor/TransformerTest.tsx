import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import type { TransformResult } from "../../../entities/prompts/transform/runTransformer.ts";
import classes from "./PromptEditor.module.css";

const sample = "An answer with **bold** words.\n\n- one point\n- another";

/** Runs a transformer on a sample answer. */
export function TransformerTest({ code }: { code: string }) {
  const [text, setText] = useState(sample);
  const [result, setResult] = useState<TransformResult | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const run = async () => {
    setIsRunning(true);
    try {
      const { transformInWorker } = await import("../../../entities/prompts/transform/transformInWorker.ts");
      setResult(await transformInWorker(code, text));
    } catch {
      setResult({ problem: "the code that runs it could not be loaded" });
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <div className={classes.trial}>
      <Textarea
        label="Sample answer"
        rows={3}
        className={classes.wide ?? ""}
        classNames={{ input: classes.input }}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {/* Mantine's `loading` prop would disable the button, which would then lose the focus. */}
      <Button variant="default" aria-disabled={isRunning} onClick={() => !isRunning && void run()}>
        {isRunning ? "Running…" : "Try it"}
      </Button>
      <output className={classes.wide} aria-label="Result for the sample answer">
        {result && "text" in result && <pre className={classes.result}>{result.text}</pre>}
        {result && "problem" in result && (
          <span className={classes.problem}>The answer would not be changed: {result.problem}.</span>
        )}
      </output>
    </div>
  );
}
