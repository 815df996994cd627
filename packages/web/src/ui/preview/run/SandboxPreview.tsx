import { t } from "@lingui/core/macro";
import { Button, Loader } from "@mantine/core";
import { IconPlayerStop } from "@tabler/icons-react";
import { type ReactNode, useEffect } from "react";
import type { ArtifactFile } from "../files/parseArtifactFiles.ts";
import type { PreviewConsoleLine, PreviewError } from "../previewMessages.ts";
import { describeStop } from "./describeProblem.ts";
import { PreviewMessages } from "./PreviewMessages.tsx";
import classes from "./SandboxPreview.module.css";
import { useSandbox } from "./useSandbox.ts";

interface SandboxPreviewProps {
  type: string;
  name: string;
  files: ArtifactFile[];
  onErrors?: ((errors: readonly PreviewError[]) => void) | undefined;
  onConsole?: ((lines: readonly PreviewConsoleLine[]) => void) | undefined;
  errorAction?: ReactNode;
}

/** Runs an artifact, and lists its errors and what it wrote to its console. */
export function SandboxPreview({ type, name, files, onErrors, onConsole, errorAction }: SandboxPreviewProps) {
  const { containerRef, state, restart } = useSandbox({ type, title: t`Preview of ${name}`, files });
  const { status, errors, lines, omittedCount } = state;
  useEffect(() => void onErrors?.(errors), [onErrors, errors]);
  useEffect(() => void onConsole?.(lines), [onConsole, lines]);
  return (
    <div className={classes.root}>
      <div className={classes.stage} aria-busy={status === "starting"}>
        <div
          ref={containerRef}
          className={classes.frame}
          data-shown={status === "starting" || status === "running" || undefined}
        />
        {status === "starting" && <Loader className={classes.loader} aria-label={t`Starting the preview…`} />}
        {status === "failed" && <p className={classes.stopped}>{t`The artifact couldn’t be started.`}</p>}
        {status !== "starting" && status !== "running" && status !== "failed" && (
          <div className={classes.stopped} role="alert">
            <IconPlayerStop size={28} stroke={1.5} aria-hidden />
            <p>{describeStop(status)}</p>
            <Button variant="default" onClick={restart}>
              {status === "load" ? t`Try again` : t`Run again`}
            </Button>
          </div>
        )}
      </div>
      <PreviewMessages {...{ errors, lines, omittedCount, errorAction }} isFailed={status === "failed"} />
    </div>
  );
}
