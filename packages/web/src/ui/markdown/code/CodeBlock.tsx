import { t } from "@lingui/core/macro";
import { IconDownload } from "@tabler/icons-react";
import { type ReactNode, Suspense, useState } from "react";
import { lazy } from "../../../lib/preload/lazy.ts";
import type { FenceProps } from "../fences/fenceContributions.ts";
import { CodeFrame } from "./CodeFrame.tsx";
import { CodeText } from "./CodeText.tsx";
import classes from "./codeBlock.module.css";

const DownloadCodeDialog = lazy(() =>
  import("./DownloadCodeDialog.tsx").then(({ DownloadCodeDialog }) => ({ default: DownloadCodeDialog })),
);

interface CodeBlockProps extends FenceProps {
  /** An additional button in the header. */
  action?: ReactNode;
  /** Content that replaces the code. */
  view?: ReactNode;
}

/** Shows code with its language, 'Copy code' and a download button. */
export function CodeBlock({ code, language, isComplete, action, view }: CodeBlockProps) {
  const actions = (
    <>
      {action}
      <DownloadButton code={code} language={language} />
    </>
  );
  return (
    <CodeFrame code={code} language={language} actions={actions}>
      {view ?? <CodeText code={code} language={language} isComplete={isComplete} />}
    </CodeFrame>
  );
}

function DownloadButton({ code, language }: { code: string; language: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={classes.action}
        aria-label={t`Download code`}
        title={t`Download code`}
        onClick={() => setIsOpen(true)}
      >
        <IconDownload size={15} aria-hidden="true" />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <DownloadCodeDialog code={code} language={language} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
