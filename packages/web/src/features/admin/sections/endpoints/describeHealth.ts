import type { ModelServer } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { formatDate } from "../../../../lib/i18n/formats.ts";
import { translateServerText } from "../../../../lib/i18n/translateServerText.ts";

type Health = ModelServer["models"][number]["health"];

/** Says how the last calls of an address ended, as far as the server knows since its start. */
export function describeHealth({ lastSuccessAt, lastErrorAt, lastError, avoidedUntil }: Health): string {
  const success = lastSuccessAt === null ? "" : formatTime(lastSuccessAt);
  const failure = lastErrorAt === null ? "" : formatTime(lastErrorAt);
  const until = avoidedUntil === null ? "" : formatTime(avoidedUntil);
  const reason = lastError === null ? "" : translateServerText(lastError);
  const parts = [
    ...(success === "" ? [] : [t`Last answered: ${success}`]),
    ...(failure === "" ? [] : [t`Last failed: ${failure}. ${reason}`]),
    ...(until === "" ? [] : [t`Avoided until ${until}`]),
  ];
  return parts.length === 0 ? t`Not used since the server’s start` : parts.join(" · ");
}

const formatTime = (time: string) => formatDate(new Date(time), { dateStyle: "medium", timeStyle: "medium" });
