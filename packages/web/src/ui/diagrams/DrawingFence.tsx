import { t } from "@lingui/core/macro";
import { IconAlertTriangle, IconCode } from "@tabler/icons-react";
import { useState } from "react";
import { CodeBlock } from "../markdown/code/CodeBlock.tsx";
import { CodeFrame } from "../markdown/code/CodeFrame.tsx";
import { CodeText } from "../markdown/code/CodeText.tsx";
import blockClasses from "../markdown/code/codeBlock.module.css";
import type { FenceProps } from "../markdown/fences/fenceContributions.ts";
import { DrawingDownload } from "./DrawingDownload.tsx";
import classes from "./drawing.module.css";
import type { DrawingKind } from "./drawingMessages.ts";
import { describeDrawingProblem } from "./drawingTexts.ts";
import { PictureView } from "./PictureView.tsx";
import { useDrawing } from "./useDrawing.ts";

interface DrawingFenceProps extends FenceProps {
  kind: DrawingKind;
  /**
   * True if the source was shown while it streamed in. It then stays until the picture is ready; otherwise a
   * placeholder is shown.
   */
  wasStreamed: boolean;
}

/**
 * A diagram or a chart with a button that shows its source. If nothing can be drawn, the source is shown below a line
 * that says why.
 */
export function DrawingFence({ kind, code, language, isComplete, wasStreamed }: DrawingFenceProps) {
  const [isLarge] = useState(() => isSlowToDraw(kind, code));
  const [isEnabled, setIsEnabled] = useState(!isLarge);
  const { drawing, scheme, retry } = useDrawing(kind, code, isEnabled);
  const [isSourceShown, setIsSourceShown] = useState(false);
  const source = <CodeBlock code={code} language={language} isComplete={isComplete} />;
  if (!drawing && !isEnabled) {
    return (
      <>
        <ProblemMessage
          text={t`This diagram is large and may take a while to draw.`}
          action={t`Draw`}
          onAction={() => setIsEnabled(true)}
        />
        {source}
      </>
    );
  }
  if (!drawing)
    return wasStreamed || isLarge ? (
      source
    ) : (
      <div className={blockClasses.drawingPlaceholder} data-kind={kind} aria-busy="true" />
    );
  if (drawing.status === "failed") {
    return (
      <>
        <ProblemMessage
          text={describeDrawingProblem(kind, drawing.problem, drawing.detail)}
          {...(drawing.problem === "load" ? { action: t`Try again`, onAction: retry } : {})}
        />
        {source}
      </>
    );
  }
  return (
    <CodeFrame
      code={code}
      language={language}
      className={classes.drawing}
      actions={
        <>
          <button
            type="button"
            className={blockClasses.action}
            aria-pressed={isSourceShown}
            onClick={() => setIsSourceShown((shown) => !shown)}
          >
            <IconCode size={15} aria-hidden="true" />
            <span>{t`Source`}</span>
          </button>
          <DrawingDownload kind={kind} code={code} language={language} picture={drawing.picture} />
        </>
      }
    >
      {isSourceShown ? (
        <CodeText code={code} language={language} isComplete={isComplete} />
      ) : (
        <PictureView kind={kind} picture={drawing.picture} scheme={scheme} />
      )}
    </CodeFrame>
  );
}

/**
 * True for large Mermaid diagrams, which are drawn only on request: in browsers that give the frame no process of its
 * own, drawing one would block the page.
 */
function isSlowToDraw(kind: DrawingKind, code: string): boolean {
  return kind === "mermaid" && (code.length > 10_000 || code.split("\n").length > 200);
}

interface ProblemMessageProps {
  text: string;
  action?: string;
  onAction?: () => void;
}

/** Explains why there is no picture. */
function ProblemMessage({ text, action, onAction }: ProblemMessageProps) {
  return (
    <p className={classes.problem}>
      <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
      <span>{text}</span>
      {action && (
        <button type="button" className={classes.retry} onClick={onAction}>
          {action}
        </button>
      )}
    </p>
  );
}
