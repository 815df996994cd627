import type { ToolStep } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { limitCombiningMarks } from "../../../ui/limitCombiningMarks.ts";
import { CodeBlock } from "../../../ui/markdown/code/CodeBlock.tsx";
import { readPythonCode } from "../../codeInterpreter/pythonCode.ts";
import { formatArguments } from "../answer/describeStep.ts";
import classes from "./steps.module.css";

/** A result that is longer is folded. */
const foldCharacters = 2_000;
/** A rest that is shorter is not folded. */
const minFoldedCharacters = 500;

function getResultLabel(state: ToolStep["state"]): string {
  if (state === "failed") return t`Why it failed`;
  return state === "denied" ? t`Why it wasn’t called` : t`Result`;
}

/** What is shown in place of a missing result; null if nothing is. */
function describeMissingResult(state: ToolStep["state"]): string | null {
  switch (state) {
    case "running":
      return t`Still running.`;
    case "failed":
      return t`The tool gave no reason.`;
    case "denied":
      return t`You didn’t allow this call.`;
    case "cancelled":
      return t`The answer ended before this call did.`;
    default:
      return null;
  }
}

/** The name, the arguments and the result of a step. The result is data, so it is shown as plain text. */
export function StepDetails({ step }: { step: ToolStep }) {
  const { tool, arguments: json, state, result = "" } = step;
  const code = readPythonCode(step);
  const hasArguments = json.trim() !== "" && json.trim() !== "{}";
  const missingResult = describeMissingResult(state);
  return (
    <>
      <Part label={t`Tool`}>
        <code className={classes.name}>{limitCombiningMarks(tool)}</code>
      </Part>
      {code !== null && (
        <Part label={t`Code`}>
          <CodeBlock code={code} language="python" isComplete />
        </Part>
      )}
      {hasArguments && code === null && (
        <Part label={t`Arguments`}>
          <CodeBlock code={formatArguments(json)} language="json" isComplete />
        </Part>
      )}
      {result !== "" && (
        <Part label={getResultLabel(state)}>
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
  const formattedCount = formatNumber(text.length);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className={classes.result} aria-label={t`Result`} tabIndex={0}>
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
          {t`Show all (${formattedCount} characters)`}
        </button>
      )}
    </>
  );
}
