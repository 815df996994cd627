import { trackEvent } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";

export const trackEventHandler = implement(trackEvent, async (ctx, { event }) => {
  ctx.metrics.countEvent(event);
  return {};
});
