import { t } from "@lingui/core/macro";
import { Suspense, use, useState } from "react";
import { lazy } from "../../../lib/preload/lazy.ts";
import type { DrawingKind } from "../../diagrams/drawingMessages.ts";
import { CodeBlock } from "../code/CodeBlock.tsx";
import classes from "../code/codeBlock.module.css";
import { FenceContributionsContext, type FenceProps } from "./fenceContributions.ts";
import { FenceIndexContext } from "./fenceIndex.ts";

/**
 * Renders a fenced block as a drawing, an expander, JSON, a contributed component for its language, or plain code.
 * `index`: its position among the fences of the text.
 */
export function Fence({ code, language, isComplete, index }: FenceProps & { index: number }) {
  const contributions = use(FenceContributionsContext);
  const block = { code, language, isComplete };
  const kind = drawingKinds.get(language);
  if (kind) return <LazyDrawingFence {...block} kind={kind} />;
  const title = expanderTitles.get(language)?.();
  if (title) {
    return (
      <Suspense fallback={<div className={classes.expanderPlaceholder} />}>
        <ExpanderFence {...block} title={title} />
      </Suspense>
    );
  }
  if (language === "json") return <JsonFence {...block} />;
  const contribution = contributions.find(({ languages }) => languages.includes(language));
  if (!contribution) return <CodeBlock {...block} />;
  return (
    <Suspense fallback={<CodeBlock {...block} />}>
      <FenceIndexContext value={index}>
        <contribution.Component {...block} />
      </FenceIndexContext>
    </Suspense>
  );
}

const drawingKinds: ReadonlyMap<string, DrawingKind> = new Map<string, DrawingKind>([
  ["mermaid", "mermaid"],
  ["vega", "vega"],
  ["vega-lite", "vega-lite"],
]);

const expanderTitles: ReadonlyMap<string, () => string> = new Map([
  ["toggle", () => t({ message: "Source", context: "of an answer" })],
  ["apiresult", () => t`Result`],
]);

const DrawingFence = lazy(() =>
  import("../../diagrams/DrawingFence.tsx").then(({ DrawingFence }) => ({ default: DrawingFence })),
);
const ExpanderFence = lazy(() =>
  import("./ExpanderFence.tsx").then(({ ExpanderFence }) => ({ default: ExpanderFence })),
);
const JsonViewButton = lazy(() =>
  import("./JsonViewButton.tsx").then(({ JsonViewButton }) => ({ default: JsonViewButton })),
);
const JsonTree = lazy(() => import("./JsonTree.tsx").then(({ JsonTree }) => ({ default: JsonTree })));

/** Shows the source while the block streams in, then the drawing. */
function LazyDrawingFence({ kind, ...block }: FenceProps & { kind: DrawingKind }) {
  const [wasStreamed] = useState(!block.isComplete);
  if (!block.isComplete) return <CodeBlock {...block} />;
  return (
    <Suspense
      fallback={
        wasStreamed ? (
          <CodeBlock {...block} />
        ) : (
          <div className={classes.drawingPlaceholder} data-kind={kind} aria-busy="true" />
        )
      }
    >
      <DrawingFence {...block} kind={kind} wasStreamed={wasStreamed} />
    </Suspense>
  );
}

/** Shows JSON as code, with a button that shows it as a tree once it is complete. */
function JsonFence(block: FenceProps) {
  const [isTreeShown, setIsTreeShown] = useState(false);
  const button = (
    <Suspense fallback={null}>
      <JsonViewButton code={block.code} isOn={isTreeShown} onChange={setIsTreeShown} />
    </Suspense>
  );
  const tree = (
    <Suspense fallback={null}>
      <JsonTree code={block.code} />
    </Suspense>
  );
  return (
    <CodeBlock
      {...block}
      action={block.isComplete && button}
      view={isTreeShown && block.isComplete ? tree : undefined}
    />
  );
}
