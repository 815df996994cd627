import { askBeforeLeaving } from "../../../lib/page/askBeforeLeaving.ts";
import { createPageStore } from "../../../lib/pageStore.ts";

interface Draft {
  text: string;
  /** The contents that are edited. The version may get others meanwhile, in another tab. */
  base: string;
  /** True if saving has failed because of that. */
  isConflict: boolean;
}

/** The edits that are not saved yet, by version. They stay while the panel is closed or shows something else. */
const useDrafts = createPageStore<Readonly<Record<string, Draft>>>(() => ({}));

askBeforeLeaving(() => Object.values(useDrafts.getState()).some(({ text, base }) => text !== base));

interface EditedVersion {
  artifactId: string;
  version: number;
  contents: string;
}

/** Returns the unsaved edit of a version; null: it is not being edited. */
export function useEditDraft(conversationId: string, { artifactId, version, contents }: EditedVersion) {
  const key = JSON.stringify([conversationId, artifactId, version]);
  const draft = useDrafts((drafts) => drafts[key] ?? null);
  const update = (changes: Partial<Draft>) => {
    const current = useDrafts.getState()[key] ?? { text: contents, base: contents, isConflict: false };
    useDrafts.setState({ [key]: { ...current, ...changes } });
  };
  return {
    text: draft?.text ?? null,
    base: draft?.base ?? contents,
    isConflict: draft?.isConflict ?? false,
    change: (text: string) => update({ text }),
    markConflict: () => update({ isConflict: true }),
    discard: () => {
      const { [key]: _, ...others } = useDrafts.getState();
      useDrafts.setState(others, true);
    },
  };
}
