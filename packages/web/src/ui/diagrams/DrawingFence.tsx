import { IconAlertTriangle, IconCode } from "@tabler/icons-react";
import { useState } from "react";
import { CodeBlock } from "../markdown/code/CodeBlock.tsx";
import { CodeFrame } from "../markdown/code/CodeFrame.tsx";
import { CodeText } from "../markdown/code/CodeText.tsx";
import blockClasses from "../markdown/code/codeBlock.module.css";
import type { FenceProps } from "../markdown/fences/fences.ts";
import { DrawingDownload } from "./DrawingDownload.tsx";
import classes from "./drawing.module.css";
import type { DrawingKind } from "./drawingMessages.ts";
import { drawingProblemText } from "./drawingTexts.ts";
import { PictureView } from "./PictureView.tsx";
import { useDrawing } from "./useDrawing.ts";

interface DrawingFenceProps extends FenceProps {
  kind: DrawingKind;
  /** It was seen while it came: its source stands there until the picture does. Otherwise an empty place does. */
  wasOpen: boolean;
}

/** A diagram or a chart in the place of its source, which is a button away; what cannot be drawn is its source, with a line that says why. */
export function DrawingFence({ kind, code, language, isComplete, wasOpen }: DrawingFenceProps) {
  const [isHeavy] = useState(() => isSlowToDraw(kind, code));
  const [isWanted, setIsWanted] = useState(!isHeavy);
  const { drawing, again } = useDrawing(kind, code, isWanted);
  const [isSource, setIsSource] = useState(false);
  const source = <CodeBlock code={code} language={language} isComplete={isComplete} />;
  if (!drawing && !isWanted) {
    return (
      <>
        <Remark
          text="This diagram is large, and may take a while to draw."
          action="Draw it"
          onAction={() => setIsWanted(true)}
        />
        {source}
      </>
    );
  }
  if (!drawing)
    return wasOpen || isHeavy ? (
      source
    ) : (
      <div className={blockClasses.drawingPlaceholder} data-kind={kind} aria-busy="true" />
    );
  if (drawing.status === "failed") {
    return (
      <>
        <Remark
          text={drawingProblemText(kind, drawing.problem, drawing.detail)}
          {...(drawing.problem === "load" ? { action: "Try again", onAction: again } : {})}
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
            aria-pressed={isSource}
            onClick={() => setIsSource((shown) => !shown)}
          >
            <IconCode size={15} aria-hidden="true" />
            <span>Source</span>
          </button>
          <DrawingDownload kind={kind} code={code} language={language} picture={drawing.picture} />
        </>
      }
    >
      {isSource ? (
        <CodeText code={code} language={language} isComplete={isComplete} />
      ) : (
        <PictureView kind={kind} picture={drawing.picture} />
      )}
    </CodeFrame>
  );
}

/** Where a frame has no process of its own, the page waits for mermaid: what may take long is drawn only when it is asked for. */
function isSlowToDraw(kind: DrawingKind, code: string): boolean {
  return kind === "mermaid" && (code.length > 10_000 || code.split("\n").length > 200);
}

interface RemarkProps {
  text: string;
  action?: string;
  onAction?: () => void;
}

/** Why there is no picture. */
function Remark({ text, action, onAction }: RemarkProps) {
  return (
    <p className={classes.problem}>
      <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
      <span>{text}</span>
      {action && (
        <button type="button" className={classes.again} onClick={onAction}>
          {action}
        </button>
      )}
    </p>
  );
}
