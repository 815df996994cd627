import { t } from "@lingui/core/macro";
import { IconX } from "@tabler/icons-react";
import codeClasses from "../../../ui/markdown/code/codeBlock.module.css";
import type { PythonResult } from "../../../ui/python/pythonInterpreter.ts";
import type { BlockRun } from "./blockRuns.ts";
import { PythonFileView } from "./PythonFileView.tsx";
import classes from "./python.module.css";

/** More text would make the page slow. */
const maxShownLength = 50_000;

/** Shows what a run has written, its value or error, and its files. */
export function PythonOutput({ run, onClear }: { run: BlockRun; onClear: () => void }) {
  const { stdout, stderr, result } = run;
  return (
    <section className={classes.output} aria-label={t({ message: "Output", context: "of code" })}>
      <div className={codeClasses.head}>
        <span role="status" className={codeClasses.language}>
          {describeRun(run)}
        </span>
        {result && (
          <button type="button" className={codeClasses.action} onClick={onClear}>
            <IconX size={15} aria-hidden="true" />
            <span>{t({ message: "Clear", context: "the output of code" })}</span>
          </button>
        )}
      </div>
      <Text text={stdout} label={t`Printed text`} />
      <Text text={stderr} label={t`Warnings`} className={classes.warnings} />
      <Text text={result?.value ?? ""} label={t`Value`} />
      <Text text={result?.error ?? ""} label={t`Error`} className={classes.error} />
      {result && result.files.length > 0 && (
        <ul className={classes.files} aria-label={t`Files of this run`}>
          {result.files.map((file) => (
            <li key={file.name}>
              <PythonFileView file={file} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Text({ text, label, className = "" }: { text: string; label: string; className?: string | undefined }) {
  if (text === "") return null;
  const isLong = text.length > maxShownLength;
  return (
    <>
      {isLong && <p className={classes.note}>{t`Only the end is shown.`}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <section className={`${classes.text} ${className}`} aria-label={label} tabIndex={0}>
        <pre>{isLong ? text.slice(-maxShownLength) : text}</pre>
      </section>
    </>
  );
}

function describeRun({ state, stdout, stderr, result }: BlockRun): string {
  switch (state) {
    case "waiting":
      return t`Waiting to start…`;
    case "loading":
      return t`Loading Python…`;
    case "packages":
      return t`Loading packages…`;
    case "running":
      return t`Running…`;
    case "ended":
      return result ? describeResult(result, stdout + stderr !== "") : "";
    default:
      return state satisfies never;
  }
}

function describeResult({ status, value, files }: PythonResult, hasOutput: boolean): string {
  switch (status) {
    case "done":
      return hasOutput || value !== null || files.length > 0
        ? t({ message: "Output", context: "of code" })
        : t`The code ran without output.`;
    case "failed":
      return t`The code failed.`;
    case "stopped":
      return t`Stopped. The variables and files of this chat’s code are gone.`;
    case "timeout":
      return t`The code took too long and was stopped. The variables and files of this chat’s code are gone.`;
    case "crashed":
      return t`Python crashed. The variables and files of this chat’s code are gone.`;
    case "unavailable":
      return t`Python could not be loaded. Check your connection and try again.`;
    default:
      return status satisfies never;
  }
}
