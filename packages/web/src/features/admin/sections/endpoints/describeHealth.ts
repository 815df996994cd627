import type { ModelServer } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { formatDate } from "../../../../lib/i18n/formats.ts";
import { translateServerText } from "../../../../lib/i18n/translateServerText.ts";

type Health = ModelServer["models"][number]["health"];

/** True if the last call of an address failed, or if it gets no requests for that reason. */
export function isFailing({ lastSuccessAt, lastErrorAt, avoidedUntil }: Health): boolean {
  return avoidedUntil !== null || (lastErrorAt !== null && (lastSuccessAt ?? "") < lastErrorAt);
}

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
