import { EditorView } from "@codemirror/view";
import { useMantineStyleNonce } from "@mantine/core";
import { useEffect, useEffectEvent, useRef } from "react";
import classes from "./CodeEditor.module.css";
import { createExtensions, loadLanguage } from "./createExtensions.ts";

interface CodeEditorProps {
  /** The accessible name. */
  label: string;
  text: string;
  /** See `CodeOptions`. */
  language: string;
  /** Called with the whole text after each change; absent: the text cannot be edited. */
  onChange?: (text: string) => void;
  /** Called with the selected text, which is empty if nothing is selected. */
  onSelect?: (text: string) => void;
  /** True while the text grows: its end stays in view while the reader is there. */
  isGrowing?: boolean;
}

/** Shows code, or edits it. Another `text` replaces what is shown. */
export function CodeEditor({ label, text, language, onChange, onSelect, isGrowing = false }: CodeEditorProps) {
  const parentRef = useRef<HTMLDivElement>(null);
  const viewRef = useRef<EditorView>(null);
  const nonce = useMantineStyleNonce()?.() ?? "";
  const isEditable = onChange !== undefined;
  const createView = useEffectEvent((parent: HTMLElement) => {
    const view = new EditorView({
      parent,
      doc: text,
      extensions: [
        createExtensions({ label, language, isEditable, nonce }),
        EditorView.updateListener.of(({ docChanged, selectionSet, state, transactions }) => {
          const isOwn = transactions.some((transaction) => transaction.isUserEvent("set"));
          if (docChanged && !isOwn) handleChange(state.doc.toString());
          if (docChanged || selectionSet)
            handleSelect(state.sliceDoc(state.selection.main.from, state.selection.main.to));
        }),
      ],
    });
    void loadLanguage(view, language);
    return view;
  });
  const handleChange = useEffectEvent((changedText: string) => onChange?.(changedText));
  const handleSelect = useEffectEvent((selectedText: string) => onSelect?.(selectedText));
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are fixed when the view is created
  useEffect(() => {
    if (!parentRef.current) return;
    const view = createView(parentRef.current);
    viewRef.current = view;
    if (isEditable) view.focus();
    return () => view.destroy();
  }, [label, language, isEditable, nonce]);
  useEffect(() => {
    if (viewRef.current) showText(viewRef.current, text, isGrowing);
  }, [text, isGrowing]);
  return <div ref={parentRef} className={classes.code} />;
}

/** Shows a text. Appends what a growing text has more, which is cheaper and keeps the selection. */
function showText(view: EditorView, text: string, isGrowing: boolean): void {
  const shownText = view.state.doc.toString();
  if (shownText === text) return;
  const { scrollDOM } = view;
  const isAtEnd = scrollDOM.scrollHeight - scrollDOM.scrollTop - scrollDOM.clientHeight < 30;
  const isAppended = text.startsWith(shownText);
  view.dispatch({
    changes: isAppended
      ? { from: shownText.length, insert: text.slice(shownText.length) }
      : { from: 0, to: view.state.doc.length, insert: text },
    userEvent: "set",
    ...(isGrowing && isAtEnd ? { effects: EditorView.scrollIntoView(view.state.doc.length) } : {}),
  });
}
