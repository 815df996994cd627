import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, LanguageDescription, syntaxHighlighting } from "@codemirror/language";
import { languages } from "@codemirror/language-data";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { t } from "@lingui/core/macro";

export interface CodeOptions {
  /** The accessible name. */
  label: string;
  /** The name of a language, such as "TypeScript", or an alias; empty: plain text. */
  language: string;
  isEditable: boolean;
  /** The nonce that the content security policy requires on style elements. */
  nonce: string;
}

/** Returns what every view of code has: line numbers, colours, a search and, where the code can be edited, the history. */
export function createExtensions({ label, language, isEditable, nonce }: CodeOptions): Extension {
  return [
    EditorView.cspNonce.of(nonce),
    EditorState.phrases.of(getPhrases()),
    lineNumbers(),
    highlightSpecialChars(),
    highlightSelectionMatches(),
    bracketMatching(),
    syntaxHighlighting(classHighlighter),
    search({ top: true }),
    keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]),
    isProse(language) ? EditorView.lineWrapping : [],
    EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
    isEditable
      ? [history(), drawSelection()]
      : [
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          EditorView.contentAttributes.of({ tabindex: "0" }),
        ],
    languageCompartment.of([]),
  ];
}

/** Loads the grammar of a language and colours the code with it. Without one, the code stays plain. */
export async function loadLanguage(view: EditorView, language: string): Promise<void> {
  const description = language === "" ? null : LanguageDescription.matchLanguageName(languages, language, false);
  const support = await description?.load().catch(() => null);
  if (support) view.dispatch({ effects: languageCompartment.reconfigure(support) });
}

const languageCompartment = new Compartment();

const isProse = (language: string) => language === "" || language === "markdown";

/** The texts of the search, by CodeMirror's own texts. */
const getPhrases = () => ({
  Find: t`Find`,
  Replace: t`Replace`,
  next: t({ message: "next", context: "match" }),
  previous: t({ message: "previous", context: "match" }),
  all: t({ message: "all", context: "matches" }),
  "match case": t`match case`,
  regexp: t`regular expression`,
  "by word": t`whole words`,
  replace: t({ message: "replace", context: "verb" }),
  "replace all": t`replace all`,
  close: t({ message: "close", context: "verb" }),
  "current match": t`current match`,
  "on line": t`on line`,
  // Not translated: the key, which CodeMirror looks up.
  "Go to line": t`Go to line`,
  go: t({ message: "go", context: "verb" }),
  "$ unchanged lines": t`$ unchanged lines`,
});
