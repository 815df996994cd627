import type { ConfigType } from "@lectern/contract";
import { create } from "zustand";
import type { SectionData } from "./siteConfigQuery.ts";

export type Drafts = { [Type in ConfigType]?: SectionData<Type> };

/** What an administrator has changed and not saved. Outside of the dialog, because another language creates it again. */
export const useConfigDrafts = create<{ drafts: Drafts }>(() => ({ drafts: {} }));

export const hasConfigDrafts = () => Object.keys(useConfigDrafts.getState().drafts).length > 0;

export const discardConfigDrafts = () => useConfigDrafts.setState({ drafts: {} });

export function changeConfigDraft<Type extends ConfigType>(type: Type, data: SectionData<Type>): void {
  useConfigDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [type]: data } }));
}

export function discardConfigDraft(type: ConfigType): void {
  useConfigDrafts.setState(({ drafts }) => ({
    drafts: Object.fromEntries(Object.entries(drafts).filter(([name]) => name !== type)),
  }));
}
