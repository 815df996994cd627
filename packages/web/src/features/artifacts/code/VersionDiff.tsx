import { getChunks, unifiedMergeView } from "@codemirror/merge";
import { EditorView } from "@codemirror/view";
import { useMantineStyleNonce } from "@mantine/core";
import { useEffect, useRef } from "react";
import classes from "./CodeEditor.module.css";
import { createExtensions, loadLanguage } from "./createExtensions.ts";

interface VersionDiffProps {
  /** The accessible name. */
  label: string;
  before: string;
  after: string;
  /** See `CodeOptions`. */
  language: string;
}

/** Shows what is different between two texts: removed lines above the lines that replace them. */
export function VersionDiff({ label, before, after, language }: VersionDiffProps) {
  const parentRef = useRef<HTMLDivElement>(null);
  const nonce = useMantineStyleNonce()?.() ?? "";
  useEffect(() => {
    if (!parentRef.current) return;
    const view = new EditorView({
      parent: parentRef.current,
      doc: after,
      extensions: [
        createExtensions({ label, language, isEditable: false, nonce }),
        unifiedMergeView({
          original: before,
          mergeControls: false,
          gutter: true,
          collapseUnchanged: { margin: 3, minSize: 6 },
          diffConfig: { timeout: 500 },
        }),
      ],
    });
    void loadLanguage(view, language);
    const firstChange = getChunks(view.state)?.chunks[0];
    if (firstChange) view.dispatch({ effects: EditorView.scrollIntoView(firstChange.fromB, { y: "center" }) });
    return () => view.destroy();
  }, [label, before, after, language, nonce]);
  return <div ref={parentRef} className={classes.code} data-diff />;
}
