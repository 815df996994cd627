import type { AssistantDefinition } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { formatDate } from "../../../../lib/i18n/formats.ts";

type Saving = Pick<AssistantDefinition, "savedBy" | "savedAt">;

/** Returns who saved a version. */
export const formatAuthor = ({ savedBy }: Pick<Saving, "savedBy">): string =>
  savedBy === null ? t`Someone` : savedBy.name || savedBy.email;

/** Returns true if the person has saved the version, perhaps in another tab. A service has no address. */
export const isSavedBy = ({ savedBy }: Pick<Saving, "savedBy">, { email }: { email: string }): boolean =>
  email !== "" && savedBy?.email === email;

export const formatSavedAt = ({ savedAt }: Pick<Saving, "savedAt">): string =>
  formatDate(new Date(savedAt), { dateStyle: "medium", timeStyle: "short" });
