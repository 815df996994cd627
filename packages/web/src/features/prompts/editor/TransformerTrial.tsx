import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import type { Transformed } from "../../../entities/prompts/transform/runTransformer.ts";
import classes from "./PromptEditor.module.css";

const sample = "An answer with **bold** words.\n\n- one point\n- another";

/** Runs a transformer on a sample, as it would run on an answer. */
export function TransformerTrial({ code }: { code: string }) {
  const [text, setText] = useState(sample);
  const [result, setResult] = useState<Transformed | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const run = async () => {
    setIsRunning(true);
    try {
      const { transformApart } = await import("../../../entities/prompts/transform/transformApart.ts");
      setResult(await transformApart(code, text));
    } catch {
      setResult({ problem: "what runs it could not be loaded" });
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
      {/* Not Mantine's own `loading`, which would take the focus from it. */}
      <Button variant="default" aria-disabled={isRunning} onClick={() => !isRunning && void run()}>
        {isRunning ? "Trying…" : "Try it"}
      </Button>
      <output className={classes.wide} aria-label="What it makes of the sample">
        {result && "text" in result && <pre className={classes.result}>{result.text}</pre>}
        {result && "problem" in result && (
          <span className={classes.problem}>The answer would stay as it is: {result.problem}.</span>
        )}
      </output>
    </div>
  );
}
