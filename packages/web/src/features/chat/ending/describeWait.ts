import { t } from "@lingui/core/macro";
import { formatDate } from "../../../lib/i18n/formats.ts";
import { maxCountdownSeconds } from "./useSecondsUntil.ts";

/** Says when an answer is requested again by itself. */
export function describeAutomaticRetry(seconds: number): string {
  if (seconds < 120) return t`Trying again in ${seconds} s.`;
  const minutes = Math.ceil(seconds / 60);
  return t`Trying again in ${minutes} min.`;
}

/** Says when the person can try again; null: now. */
export function describeWait(retryAt: string | undefined, secondsLeft: number): string | null {
  if (retryAt === undefined || secondsLeft === 0) return null;
  if (secondsLeft > maxCountdownSeconds) return describeRetryTime(new Date(retryAt), new Date());
  if (secondsLeft < 60) return t`You can try again in ${secondsLeft} s.`;
  const minutes = Math.ceil(secondsLeft / 60);
  return t`You can try again in ${minutes} min.`;
}

function describeRetryTime(retryTime: Date, now: Date): string {
  const formatDay = (date: Date) => formatDate(date, { month: "long", day: "numeric" });
  const time = formatDate(retryTime, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const day = formatDay(retryTime);
  return day === formatDay(now) ? t`You can try again at ${time}.` : t`You can try again on ${day} at ${time}.`;
}
