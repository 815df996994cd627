import { t } from "@lingui/core/macro";
import { Loader } from "@mantine/core";
import { type ReactNode, Suspense, useMemo } from "react";
import { lazy } from "../../lib/preload/lazy.ts";
import { CodeText } from "../markdown/code/CodeText.tsx";
import { Markdown } from "../markdown/Markdown.tsx";
import classes from "./ArtifactPreview.module.css";
import { parseArtifactFiles } from "./files/parseArtifactFiles.ts";
import { findPreviewKind } from "./findPreviewKind.ts";
import type { PreviewConsoleLine, PreviewError } from "./previewMessages.ts";
import { SandboxPreview } from "./run/SandboxPreview.tsx";
import { JsonView } from "./views/JsonView.tsx";
import { SvgView } from "./views/SvgView.tsx";

const CsvView = lazy(() => import("./views/CsvView.tsx").then(({ CsvView }) => ({ default: CsvView })));

export interface ArtifactPreviewProps {
  /** The type of the artifact, as in `static`, `react` or `csv`. */
  type: string;
  name: string;
  contents: string;
  /** Called with all errors of the current run, or none when a run starts. */
  onErrors?: ((errors: readonly PreviewError[]) => void) | undefined;
  /** Called with what the current run has written to its console. */
  onConsole?: ((lines: readonly PreviewConsoleLine[]) => void) | undefined;
  /** What can be done about the errors, shown beside their button. */
  errorAction?: ReactNode;
}

/** Shows what an artifact is: it runs programs in a sandbox, and shows data and pictures. */
export function ArtifactPreview({ type, name, contents, onErrors, onConsole, errorAction }: ArtifactPreviewProps) {
  const files = useMemo(() => parseArtifactFiles(contents, type), [contents, type]);
  const text = files[0]?.code ?? "";
  switch (findPreviewKind(type, name, contents)) {
    case "sandbox":
      return <SandboxPreview {...{ type, name, files, onErrors, onConsole, errorAction }} />;
    case "markdown":
      return <Scroll>{<Markdown source={contents} />}</Scroll>;
    case "mermaid":
      return <Scroll>{<Markdown source={`\`\`\`mermaid\n${text.trim()}\n\`\`\`\n`} />}</Scroll>;
    case "text":
      return (
        <div className={`${classes.scroll} ${classes.prose}`}>
          <CodeText code={contents} language="text" isComplete />
        </div>
      );
    case "json":
      return <JsonView code={text} />;
    case "svg":
      return <SvgView code={text} name={name} />;
    case "csv":
      return (
        <Suspense fallback={<Loader className={classes.loader} aria-label={t`Loading…`} />}>
          <CsvView csv={text} name={name} />
        </Suspense>
      );
    case "angular":
      return (
        <Unsupported code={contents}>
          {t`Angular artifacts don’t run in the preview, because Angular’s compiler needs permissions that it doesn’t give. Here is the code.`}
        </Unsupported>
      );
    case "program":
      return (
        <Unsupported code={contents}>
          {t`Unsupported artifact type.`} {t`You can download it and run it with Node.js.`}
        </Unsupported>
      );
    case "unsupported":
      return <Unsupported>{t`Unsupported artifact type.`}</Unsupported>;
  }
}

const Scroll = ({ children }: { children: ReactNode }) => <div className={classes.scroll}>{children}</div>;

function Unsupported({ code, children }: { code?: string; children: ReactNode }) {
  return (
    <div className={classes.scroll}>
      <p className={classes.unsupported}>{children}</p>
      {code !== undefined && <CodeText code={code} language="typescript" isComplete />}
    </div>
  );
}
