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
  /** Outages in a row: counted failures since the last success. */
  failures: number;
  /** When the address was chosen last, as a counter. */
  chosenAt: number;
  /** The counter's value at the last failure that was counted. */
  failedAt: number;
  /** The request that shows whether the address works again. Meanwhile the others go elsewhere, but not for ever. */
  probe: { untilMs: number } | null;
}

interface Failure {
  /** When its request began, as a counter. */
  startedAt: number;
  reason: string;
  retryAfterMs: number;
}

/** A request to an address. */
export interface EndpointRequest {
  succeed(): void;
  /**
   * The address is avoided, each time for twice as long, or for as long as its server asks. Requests that were in flight
   * together fail for one reason, so they count once.
   */
  fail(failure: { reason: string; retryAfterMs?: number }): void;
  /** Call it in any case, also without success or failure. */
  end(): void;
}

/** Decides to which of several addresses a request goes. */
export interface EndpointRotation {
  /** Orders addresses, the one to try first. Addresses that are avoided come last, the one that is due first leads them. */
  order(keys: readonly string[]): string[];
  begin(key: string): EndpointRequest;
  getHealth(key: string): EndpointHealth;
}

export const rotationLimits = {
  /** After the first failure. It doubles with each failure that follows. */
  baseAvoidMs: 5_000,
  maxAvoidMs: 5 * 60_000,
  /** Addresses about which something is known, besides those with requests in flight. */
  maxEndpoints: 2_000,
} as const;

const createState = (): EndpointState => ({
  ...{ inFlight: 0, failures: 0, chosenAt: 0, failedAt: 0, probe: null },
  ...{ lastSuccessAtMs: null, lastErrorAtMs: null, lastError: null, avoidedUntilMs: null },
});

/**
 * Spreads requests: the address with the fewest requests in flight is next, and of several the one that was chosen longest
 * ago. One that failed gets a single request when its time is over, and all others only after that has succeeded.
 */
export function createEndpointRotation(nowMs: () => number): EndpointRotation {
  /** The one that was chosen longest ago is the first. */
  const states = new Map<string, EndpointState>();
  let choices = 0;

  const peek = (key: string) => states.get(key) ?? createState();

  function choose(key: string): EndpointState {
    const state = peek(key);
    states.delete(key);
    states.set(key, state);
    state.inFlight++;
    state.chosenAt = ++choices;
    if (states.size > rotationLimits.maxEndpoints) forgetOne();
    return state;
  }

  function forgetOne(): void {
    for (const [key, { inFlight }] of states) if (inFlight === 0) return void states.delete(key);
  }

  const getAvoidMs = (failures: number) =>
    Math.min(rotationLimits.baseAvoidMs * 2 ** Math.max(0, failures - 1), rotationLimits.maxAvoidMs);
  const getAvoidedUntilMs = ({ avoidedUntilMs, probe }: EndpointState) =>
    Math.max(avoidedUntilMs ?? 0, probe?.untilMs ?? 0);
  const isAvoided = (state: EndpointState) => getAvoidedUntilMs(state) > nowMs();

  function fail(state: EndpointState, { startedAt, reason, retryAfterMs }: Failure): void {
    const isCounted = startedAt > state.failedAt;
    if (isCounted) Object.assign(state, { failures: state.failures + 1, failedAt: choices });
    const avoidMs = Math.min(
      Math.max(isCounted ? getAvoidMs(state.failures) : 0, retryAfterMs),
      rotationLimits.maxAvoidMs,
    );
    const avoidedUntilMs = Math.max(state.avoidedUntilMs ?? 0, nowMs() + avoidMs);
    Object.assign(state, { avoidedUntilMs, lastError: reason, lastErrorAtMs: nowMs() });
  }

  return {
    order(keys) {
      return keys
        .map((key) => ({ key, state: peek(key) }))
        .toSorted((a, b) => {
          const [isFirstAvoided, isSecondAvoided] = [isAvoided(a.state), isAvoided(b.state)];
          if (isFirstAvoided !== isSecondAvoided) return isFirstAvoided ? 1 : -1;
          if (isFirstAvoided) return getAvoidedUntilMs(a.state) - getAvoidedUntilMs(b.state);
          return a.state.inFlight - b.state.inFlight || a.state.chosenAt - b.state.chosenAt;
        })
        .map(({ key }) => key);
    },
    begin(key) {
      const state = choose(key);
      const startedAt = choices;
      const probe = { untilMs: nowMs() + getAvoidMs(state.failures) };
      const hasProbe = state.probe !== null && state.probe.untilMs > nowMs();
      if (state.failures > 0 && !hasProbe) state.probe = probe;
      let hasEnded = false;
      return {
        succeed() {
          Object.assign(state, { failures: 0, avoidedUntilMs: null, probe: null, lastSuccessAtMs: nowMs() });
        },
        fail: ({ reason, retryAfterMs = 0 }) => fail(state, { startedAt, reason, retryAfterMs }),
        end() {
          if (!hasEnded) state.inFlight--;
          hasEnded = true;
          if (state.probe === probe) state.probe = null;
        },
      };
    },
    getHealth(key) {
      const state = peek(key);
      const { lastSuccessAtMs, lastErrorAtMs, lastError } = state;
      return {
        ...{ lastSuccessAtMs, lastErrorAtMs, lastError },
        avoidedUntilMs: isAvoided(state) ? getAvoidedUntilMs(state) : null,
      };
    },
  };
}
