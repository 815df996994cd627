import { IconAlertTriangle, IconCode, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { CodeBlock } from "../markdown/CodeBlock.tsx";
import { CodeFrame } from "../markdown/CodeFrame.tsx";
import blockClasses from "../markdown/codeBlock.module.css";
import type { FenceProps } from "../markdown/fences.ts";
import { DrawingDownload } from "./DrawingDownload.tsx";
import { DrawnPicture } from "./DrawnPicture.tsx";
import classes from "./drawing.module.css";
import type { DrawingKind } from "./drawingMessages.ts";
import { problemText } from "./drawingTexts.ts";
import { useDrawing } from "./useDrawing.ts";

interface DrawingFenceProps extends FenceProps {
  kind: DrawingKind;
  /** It was seen while it came: its source stands there until the picture does. Otherwise an empty place does. */
  wasOpen: boolean;
}

/** A diagram or a chart in the place of its source, which is a button away; what cannot be drawn is its source, with a line that says why. */
export function DrawingFence({ kind, code, language, isComplete, wasOpen }: DrawingFenceProps) {
  const { drawing, again } = useDrawing(kind, code);
  const [isSource, setIsSource] = useState(false);
  const source = <CodeBlock code={code} language={language} isComplete={isComplete} />;
  if (!drawing) return wasOpen ? source : <div className={blockClasses.drawingToCome} />;
  if (drawing.status === "failed") {
    return (
      <>
        <p className={classes.problem}>
          <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
          <span>{problemText(kind, drawing.problem, drawing.detail)}</span>
          {drawing.problem === "load" && (
            <button type="button" className={classes.again} onClick={again}>
              <IconRefresh size={15} stroke={1.7} aria-hidden="true" />
              Try again
            </button>
          )}
        </p>
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
      {isSource ? null : <DrawnPicture kind={kind} picture={drawing.picture} />}
    </CodeFrame>
  );
}
