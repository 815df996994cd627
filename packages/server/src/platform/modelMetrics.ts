import type { LimitPeriod, TokenUsage, TrackedEvent } from "@lectern/contract";
import { Counter, Histogram, Registry } from "prom-client";

/** Model metrics for `/metrics`: counts and sums by model, never by person. */
export interface ModelMetrics {
  readonly registry: Registry;
  /** Counts a finished call. `cost` is in US dollars. */
  countCall(call: { model: string; outcome: string; usage: TokenUsage; cost: number }): void;
  countRejection(period: LimitPeriod): void;
  observeFirstToken(model: string, seconds: number): void;
  /** Counts that somebody has opened a part of the product. */
  countEvent(event: TrackedEvent): void;
}

export function createModelMetrics(): ModelMetrics {
  const registry = new Registry();
  const registers = [registry];
  const calls = new Counter({
    name: "lectern_model_calls_total",
    help: "Calls to models by outcome.",
    labelNames: ["model", "outcome"],
    registers,
  });
  const tokens = new Counter({
    name: "lectern_model_tokens_total",
    help: "Tokens by kind; cached and cache_write tokens are part of the input.",
    labelNames: ["model", "outcome", "kind"],
    registers,
  });
  const costCounter = new Counter({
    name: "lectern_model_cost_dollars_total",
    help: "Cost in US dollars at the catalogue's prices; calls without a known price count as 0.",
    labelNames: ["model", "outcome"],
    registers,
  });
  const rejections = new Counter({
    name: "lectern_limit_refusals_total",
    help: "Calls rejected because a person had reached a limit, by the limit's period.",
    labelNames: ["period"],
    registers,
  });
  const firstTokenDelays = new Histogram({
    name: "lectern_first_token_seconds",
    help: "Time from accepting a chat request to the model's first token.",
    labelNames: ["model"],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
    registers,
  });
  const events = new Counter({
    name: "lectern_events_total",
    help: "Parts of the product that were opened, while the feature mixPanel is on.",
    labelNames: ["event"],
    registers,
  });
  return {
    registry,
    countCall(call) {
      const labels = { model: call.model, outcome: call.outcome };
      calls.inc(labels);
      tokens.inc({ ...labels, kind: "input" }, call.usage.inputTokens);
      tokens.inc({ ...labels, kind: "cached" }, call.usage.cachedTokens);
      tokens.inc({ ...labels, kind: "cache_write" }, call.usage.cacheWriteTokens ?? 0);
      tokens.inc({ ...labels, kind: "output" }, call.usage.outputTokens);
      costCounter.inc(labels, call.cost);
    },
    countRejection: (period) => rejections.inc({ period }),
    observeFirstToken: (model, seconds) => firstTokenDelays.observe({ model }, seconds),
    countEvent: (event) => events.inc({ event }),
  };
}
