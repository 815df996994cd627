import { plural, t } from "@lingui/core/macro";
import { IconAlertTriangle, IconTerminal2 } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import type { PreviewConsoleLine, PreviewError } from "../previewMessages.ts";
import classes from "./PreviewMessages.module.css";

interface PreviewMessagesProps {
  errors: readonly PreviewError[];
  lines: readonly PreviewConsoleLine[];
  omittedCount: number;
  /** True if the preview shows nothing else: the list of errors opens by itself. */
  isFailed: boolean;
  errorAction: ReactNode;
}

/** Buttons below a preview that open the list of its errors and its console. Nothing if it has neither. */
export function PreviewMessages({ errors, lines, omittedCount, isFailed, errorAction }: PreviewMessagesProps) {
  const [chosenList, setChosenList] = useState<"errors" | "console" | "none" | null>(null);
  const openList = chosenList ?? (isFailed ? "errors" : "none");
  const listId = useId();
  if (errors.length === 0 && lines.length === 0) return null;
  const renderButton = (list: "errors" | "console", content: ReactNode) => (
    <button
      type="button"
      className={classes.button}
      data-list={list}
      aria-expanded={openList === list}
      aria-controls={openList === list ? listId : undefined}
      onClick={() => setChosenList(openList === list ? "none" : list)}
    >
      {content}
    </button>
  );
  return (
    <div className={classes.root}>
      <div className={classes.buttons}>
        {errors.length > 0 &&
          renderButton(
            "errors",
            <>
              <IconAlertTriangle size={16} aria-hidden /> {t`Errors Present`}
            </>,
          )}
        {lines.length > 0 &&
          renderButton(
            "console",
            <>
              <IconTerminal2 size={16} aria-hidden /> {t`Console`}
            </>,
          )}
        {errors.length > 0 && <div className={classes.action}>{errorAction}</div>}
      </div>
      {openList === "errors" && errors.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        <section id={listId} className={classes.list} aria-label={t`Errors:`} tabIndex={0}>
          <h3 className={classes.title}>{t`Errors:`}</h3>
          <ul>
            {errors.map((error) => (
              <li key={`${error.message} ${error.file} ${error.line}`} data-level="error">
                <span>{error.message}</span> <PlaceText {...error} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {openList === "console" && lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        <section id={listId} className={classes.list} aria-label={t`Console`} tabIndex={0}>
          <ul>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
              <li key={index} data-level={line.level}>
                <span>{line.text}</span> <PlaceText {...line} />
              </li>
            ))}
            {omittedCount > 0 && (
              <li>
                {plural(omittedCount, { one: "# more line was left out.", other: "# more lines were left out." })}
              </li>
            )}
          </ul>
        </section>
      )}
    </div>
  );
}

function PlaceText({ file, line }: { file: string | null; line: number | null }) {
  if (file === null) return null;
  return <span className={classes.place}>{line === null ? file : t`${file}, line ${line}`}</span>;
}
