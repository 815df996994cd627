import { IconCheck, IconCopy, IconDownload } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useCopied } from "../useCopied.ts";
import { CodeLines } from "./CodeLines.tsx";
import classes from "./codeBlock.module.css";
import type { FenceProps } from "./fences.ts";
import { findLanguage } from "./highlight/languages.ts";
import { useHighlight } from "./highlight/useHighlight.ts";

const DownloadDialog = lazy(() =>
  import("./DownloadDialog.tsx").then(({ DownloadDialog }) => ({ default: DownloadDialog })),
);

/** Code with its language, 'Copy code' and a download; coloured when the colours have come, in its own scrolling box. */
export function CodeBlock({ code, language, isComplete }: FenceProps) {
  const colors = useHighlight(code, language, isComplete);
  const { label } = findLanguage(language);
  return (
    <div className={classes.block}>
      <div className={classes.head}>
        <span className={classes.language}>{label}</span>
        <CopyButton code={code} />
        <DownloadButton code={code} language={language} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: code is no set of fields */}
      <pre className={classes.body} tabIndex={0} role="group" aria-label={`Code, ${label}`}>
        <code>
          <CodeLines code={code} colors={colors} />
        </code>
      </pre>
    </div>
  );
}

function CopyButton({ code }: { code: string }) {
  const { isCopied, copy } = useCopied();
  return (
    <>
      <button type="button" className={classes.action} onClick={() => copy(code)}>
        {isCopied ? <IconCheck size={15} aria-hidden="true" /> : <IconCopy size={15} aria-hidden="true" />}
        <span>{isCopied ? "Copied" : "Copy code"}</span>
      </button>
      <span role="status" className={classes.unseen}>
        {isCopied ? "Code copied" : ""}
      </span>
    </>
  );
}

function DownloadButton({ code, language }: { code: string; language: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={classes.action}
        aria-label="Download code"
        title="Download code"
        onClick={() => setIsOpen(true)}
      >
        <IconDownload size={15} aria-hidden="true" />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <DownloadDialog code={code} language={language} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
