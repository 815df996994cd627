import type { AssistantDefinition } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { formatAuthor, formatSavedAt } from "./describeSaving.ts";

/** What a dialog says about one of two versions. The fields are named by their labels. */
export interface SideTexts {
  title: string;
  formatLabel: (field: string) => string;
  /** Says that what this side has in a field is kept. */
  formatKept: (field: string) => string;
}

export interface ConflictTexts {
  title: string;
  intro: string;
  takeNewer: string;
  saveOnTop: string;
  ifSavedOnTop: string;
  newer: SideTexts;
  draft: SideTexts;
}

/** The texts about a version that somebody else has saved. */
export function getTexts(newest: AssistantDefinition): ConflictTexts {
  const author = formatAuthor(newest);
  const savedAt = formatSavedAt(newest);
  return {
    title: t`Someone else has saved this assistant`,
    intro: t`${author} saved a newer version on ${savedAt}. Yours hasn’t been saved. Either way, nothing is lost: saved versions stay in the history, and your draft can be restored.`,
    takeNewer: t`Use their version`,
    saveOnTop: t`Save yours as the newest version`,
    ifSavedOnTop: t`If you save yours as the newest version:`,
    newer: {
      title: t`Theirs`,
      formatLabel: (label) => t`${label}: theirs`,
      formatKept: (label) => t`${label}: theirs is kept`,
    },
    draft: {
      title: t`Yours`,
      formatLabel: (label) => t`${label}: yours`,
      formatKept: (label) => t`${label}: yours is kept`,
    },
  };
}

/** The texts about a version that the person has saved in another tab or on another device. */
export function getOwnTexts(newest: AssistantDefinition): ConflictTexts {
  const savedAt = formatSavedAt(newest);
  return {
    title: t`You saved a newer version`,
    intro: t`You saved this assistant in another tab or on another device on ${savedAt}. Your changes here haven’t been saved. Either way, nothing is lost: saved versions stay in the history, and your draft can be restored.`,
    takeNewer: t`Use the saved version`,
    saveOnTop: t`Save this draft as the newest version`,
    ifSavedOnTop: t`If you save this draft as the newest version:`,
    newer: {
      title: t`Saved`,
      formatLabel: (label) => t`${label}: saved`,
      formatKept: (label) => t`${label}: what you saved is kept`,
    },
    draft: {
      title: t`This draft`,
      formatLabel: (label) => t`${label}: this draft`,
      formatKept: (label) => t`${label}: this draft is kept`,
    },
  };
}
