/** What a process knows of one address. Times are in milliseconds of the clock that the rotation uses. */
export interface EndpointHealth {
  lastSuccessAtMs: number | null;
  lastErrorAtMs: number | null;
  lastError: string | null;
  /** Requests go elsewhere until then; null: the address gets requests. */
  avoidedUntilMs: number | null;
}

interface EndpointState extends EndpointHealth {
  inFlight: number;
  /** Failures since the last success. */
  failures: number;
  /** When the address was chosen last, as a counter. */
  chosenAt: number;
}

/** Decides to which of several addresses a request goes. */
export interface EndpointRotation {
  /** Orders addresses, the one to try first. Addresses that are avoided come last, the one that is due first leads them. */
  order(keys: readonly string[]): string[];
  /** Counts a request until the returned function is called. */
  begin(key: string): () => void;
  succeed(key: string): void;
  /** The address is avoided, each time for twice as long, or for as long as its server asks. */
  fail(key: string, failure: { reason: string; retryAfterMs?: number }): void;
  getHealth(key: string): EndpointHealth;
}

export const rotationLimits = {
  /** After the first failure. It doubles with each failure that follows. */
  baseAvoidMs: 5_000,
  maxAvoidMs: 5 * 60_000,
  /** Addresses about which something is known. */
  maxEndpoints: 2_000,
} as const;

/**
 * Spreads requests: the address with the fewest requests in flight is next, and of several the one that was chosen longest
 * ago. One that failed gets a single request when its time is over, and all others only after that has succeeded.
 */
export function createEndpointRotation(nowMs: () => number): EndpointRotation {
  const states = new Map<string, EndpointState>();
  let choices = 0;

  function getState(key: string): EndpointState {
    const known = states.get(key);
    if (known) return known;
    const state: EndpointState = {
      ...{ inFlight: 0, failures: 0, chosenAt: 0 },
      ...{ lastSuccessAtMs: null, lastErrorAtMs: null, lastError: null, avoidedUntilMs: null },
    };
    states.set(key, state);
    const [oldestKey] = states.keys();
    if (states.size > rotationLimits.maxEndpoints && oldestKey !== undefined) states.delete(oldestKey);
    return state;
  }

  const getAvoidMs = (failures: number) =>
    Math.min(rotationLimits.baseAvoidMs * 2 ** Math.max(0, failures - 1), rotationLimits.maxAvoidMs);
  const isAvoided = ({ avoidedUntilMs }: EndpointState) => avoidedUntilMs !== null && avoidedUntilMs > nowMs();

  return {
    order(keys) {
      const ranked = keys.map((key) => ({ key, state: getState(key) }));
      const compareAvoided = (a: EndpointState, b: EndpointState) => (a.avoidedUntilMs ?? 0) - (b.avoidedUntilMs ?? 0);
      return ranked
        .toSorted((a, b) => {
          const [isFirstAvoided, isSecondAvoided] = [isAvoided(a.state), isAvoided(b.state)];
          if (isFirstAvoided !== isSecondAvoided) return isFirstAvoided ? 1 : -1;
          if (isFirstAvoided) return compareAvoided(a.state, b.state);
          return a.state.inFlight - b.state.inFlight || a.state.chosenAt - b.state.chosenAt;
        })
        .map(({ key }) => key);
    },
    begin(key) {
      const state = getState(key);
      state.inFlight++;
      state.chosenAt = ++choices;
      // While this request shows whether the address works again, the others go elsewhere.
      if (state.failures > 0) state.avoidedUntilMs = nowMs() + getAvoidMs(state.failures);
      let hasEnded = false;
      return () => {
        if (!hasEnded) state.inFlight--;
        hasEnded = true;
      };
    },
    succeed(key) {
      Object.assign(getState(key), { failures: 0, avoidedUntilMs: null, lastSuccessAtMs: nowMs() });
    },
    fail(key, { reason, retryAfterMs = 0 }) {
      const state = getState(key);
      const failures = state.failures + 1;
      const avoidMs = Math.min(Math.max(getAvoidMs(failures), retryAfterMs), rotationLimits.maxAvoidMs);
      Object.assign(state, {
        ...{ failures, lastError: reason, lastErrorAtMs: nowMs() },
        avoidedUntilMs: nowMs() + avoidMs,
      });
    },
    getHealth(key) {
      const { lastSuccessAtMs, lastErrorAtMs, lastError, avoidedUntilMs } = getState(key);
      const isStillAvoided = avoidedUntilMs !== null && avoidedUntilMs > nowMs();
      return { lastSuccessAtMs, lastErrorAtMs, lastError, avoidedUntilMs: isStillAvoided ? avoidedUntilMs : null };
    },
  };
}
