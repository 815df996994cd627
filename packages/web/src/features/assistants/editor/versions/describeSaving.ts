import type { AssistantDefinition } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { formatDate } from "../../../../lib/i18n/formats.ts";

type Saving = Pick<AssistantDefinition, "savedBy" | "savedAt">;

/** Returns who saved a version. */
export const formatAuthor = ({ savedBy }: Pick<Saving, "savedBy">): string =>
  savedBy === null ? t`Someone` : savedBy.name || savedBy.email;

export const formatSavedAt = ({ savedAt }: Pick<Saving, "savedAt">): string =>
  formatDate(new Date(savedAt), { dateStyle: "medium", timeStyle: "short" });
