import type { ToolStep } from "@lectern/contract";
import { type ReactNode, useState } from "react";
import { formatArguments } from "../../../entities/chat/answer/describeStep.ts";
import { limitCombiningMarks } from "../../../ui/limitCombiningMarks.ts";
import { CodeBlock } from "../../../ui/markdown/code/CodeBlock.tsx";
import classes from "./steps.module.css";

/** A result that is longer is folded. */
const foldCharacters = 2_000;
/** A rest that is shorter is not folded. */
const minFoldedCharacters = 500;

const resultLabels: Readonly<Record<ToolStep["state"], string>> = {
  running: "Result",
  waiting: "Result",
  done: "Result",
  failed: "Why it failed",
  denied: "Why it was not called",
  cancelled: "Result",
};

const missingResults: Readonly<Record<ToolStep["state"], string | null>> = {
  running: "It has not ended yet.",
  waiting: null,
  done: null,
  failed: "The tool gave no reason.",
  denied: "You did not allow this call.",
  cancelled: "The answer ended before this call did.",
};

/** The name, the arguments and the result of a step. The result is data, so it is shown as plain text. */
export function StepDetails({ step }: { step: ToolStep }) {
  const { tool, arguments: json, state, result = "" } = step;
  const hasArguments = json.trim() !== "" && json.trim() !== "{}";
  const missingResult = missingResults[state];
  return (
    <>
      <Part label="Tool">
        <code className={classes.name}>{limitCombiningMarks(tool)}</code>
      </Part>
      {hasArguments && (
        <Part label="Arguments">
          <CodeBlock code={formatArguments(json)} language="json" isComplete />
        </Part>
      )}
      {result !== "" && (
        <Part label={resultLabels[state]}>
          <FoldedText text={result} />
        </Part>
      )}
      {result === "" && missingResult !== null && <div className={classes.missing}>{missingResult}</div>}
    </>
  );
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.part}>
      <div className={classes.label}>{label}</div>
      {children}
    </div>
  );
}

function FoldedText({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(text.length <= foldCharacters + minFoldedCharacters);
  const shownText = limitCombiningMarks(isWhole ? text : text.slice(0, foldCharacters).toWellFormed());
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className={classes.result} aria-label="Result" tabIndex={0}>
        {shownText}
        {!isWhole && "…"}
      </section>
      {!isWhole && (
        <button
          type="button"
          className={classes.link}
          onClick={({ currentTarget: { previousElementSibling: box } }) => {
            // The button disappears, and reading continues in the box.
            if (box instanceof HTMLElement) box.focus({ preventScroll: true });
            setIsWhole(true);
          }}
        >
          Show all ({text.length.toLocaleString("en-US")} characters)
        </button>
      )}
    </>
  );
}
