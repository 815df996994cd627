import type { ConfigType } from "@lectern/contract";
import { askBeforeLeaving } from "../../lib/page/askBeforeLeaving.ts";
import { createPageStore } from "../../lib/pageStore.ts";
import { discardNewEntries, hasNewEntries } from "./newEntries.ts";
import { discardOperationDrafts, hasOperationDrafts } from "./operations/operationDrafts.ts";
import type { SectionData } from "./siteConfigQuery.ts";

export type Drafts = { [Type in ConfigType]?: SectionData<Type> };

interface ConfigDrafts {
  drafts: Drafts;
  /** The revision of each section when its first change was made. Saving sends it, so that nothing newer is overwritten. */
  baseRevisions: { [Type in ConfigType]?: number };
}

const empty: ConfigDrafts = { drafts: {}, baseRevisions: {} };

/** What an administrator has changed and not saved. Outside of the dialog, because another language creates it again. */
export const useConfigDrafts = createPageStore<ConfigDrafts>(() => empty);

/** True also if something was typed for another entry and not added yet, or operations are drafted. */
export const hasConfigDrafts = () =>
  Object.keys(useConfigDrafts.getState().drafts).length > 0 || hasNewEntries() || hasOperationDrafts();

export function discardConfigDrafts(): void {
  useConfigDrafts.setState(empty);
  discardNewEntries();
  discardOperationDrafts();
}

// They outlive the dialog, so that the browser asks also after it was left by the back button.
askBeforeLeaving(hasConfigDrafts);

/** `revision`: that of the loaded section. It counts for the first change only. */
export function changeConfigDraft<Type extends ConfigType>(
  type: Type,
  data: SectionData<Type>,
  revision: number,
): void {
  useConfigDrafts.setState(({ drafts, baseRevisions }) => ({
    drafts: { ...drafts, [type]: data },
    baseRevisions: { ...baseRevisions, [type]: baseRevisions[type] ?? revision },
  }));
}

/** Bases the draft of a section on what somebody else has saved, which it then replaces. */
export function rebaseConfigDraft(type: ConfigType, revision: number): void {
  useConfigDrafts.setState(({ baseRevisions }) => ({ baseRevisions: { ...baseRevisions, [type]: revision } }));
}

export function discardConfigDraft(type: ConfigType): void {
  useConfigDrafts.setState(({ drafts, baseRevisions }) => {
    const { [type]: _draft, ...otherDrafts } = drafts;
    const { [type]: _revision, ...otherRevisions } = baseRevisions;
    return { drafts: otherDrafts, baseRevisions: otherRevisions };
  });
}
