import { expect, test } from "vitest";
import {
  createEndpointRotation,
  type EndpointRequest,
  type EndpointRotation,
  rotationLimits,
} from "./endpointRotation.ts";

/** A rotation on a fake clock. `ask` begins a request at the address that is next. */
function createRotation() {
  let nowMs = 1_000_000;
  const rotation = createEndpointRotation(() => nowMs);
  const keys = ["a", "b", "c"];
  const ask = () => {
    const [key = ""] = rotation.order(keys);
    return { key, ...rotation.begin(key) };
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { rotation, keys, ask, pass };
}

/** A request that ends with success at once. */
function askBriefly({ ask }: Pick<ReturnType<typeof createRotation>, "ask">): string {
  const { key, succeed, end } = ask();
  succeed();
  end();
  return key;
}

/** A request to this address that fails at once. */
function fail(rotation: EndpointRotation, key: string, failure: Partial<Parameters<EndpointRequest["fail"]>[0]> = {}) {
  const request = rotation.begin(key);
  request.fail({ reason: "down", ...failure });
  request.end();
}

/** Meanwhile the other addresses answer, so that this one was chosen longest ago. */
function useOthers(rotation: EndpointRotation) {
  for (const key of ["b", "c"]) succeed(rotation, key);
}

function succeed(rotation: EndpointRotation, key: string) {
  const request = rotation.begin(key);
  request.succeed();
  request.end();
}

test("requests go round all addresses", () => {
  const setup = createRotation();
  expect([1, 2, 3, 4, 5, 6].map(() => askBriefly(setup))).toEqual(["a", "b", "c", "a", "b", "c"]);
});

test("the address with the fewest requests in flight is next", () => {
  const setup = createRotation();
  const first = setup.ask();
  setup.ask();
  setup.ask();
  first.end();
  first.end();
  expect(setup.ask().key).toBe("a");
});

test("an address that failed is avoided for a time that doubles, up to a limit, and tried again", () => {
  const { rotation, keys, pass } = createRotation();
  const failAgain = (avoidMs: number) => {
    fail(rotation, "a");
    useOthers(rotation);
    pass(avoidMs - 1);
    expect(rotation.order(keys)[0]).not.toBe("a");
    expect(rotation.getHealth("a").avoidedUntilMs).not.toBeNull();
    pass(1);
    expect(rotation.order(keys)[0]).toBe("a");
    expect(rotation.getHealth("a").avoidedUntilMs).toBeNull();
  };
  failAgain(rotationLimits.baseAvoidMs);
  failAgain(2 * rotationLimits.baseAvoidMs);
  failAgain(4 * rotationLimits.baseAvoidMs);
  for (let failure = 0; failure < 10; failure++) fail(rotation, "a");
  failAgain(rotationLimits.maxAvoidMs);
  succeed(rotation, "a");
  failAgain(rotationLimits.baseAvoidMs);
});

test("an address that asks for a longer time gets it, up to the limit", () => {
  const { rotation, keys, pass } = createRotation();
  fail(rotation, "a", { reason: "busy", retryAfterMs: 60_000 });
  useOthers(rotation);
  pass(59_999);
  expect(rotation.order(keys)[0]).toBe("b");
  pass(1);
  expect(rotation.order(keys)[0]).toBe("a");
  fail(rotation, "a", { reason: "busy", retryAfterMs: 24 * 60 * 60_000 });
  useOthers(rotation);
  pass(rotationLimits.maxAvoidMs);
  expect(rotation.order(keys)[0]).toBe("a");
});

test("when its time is over it gets one request, and the others only after that has succeeded", () => {
  const { rotation, ask, pass } = createRotation();
  fail(rotation, "a");
  useOthers(rotation);
  pass(rotationLimits.baseAvoidMs);
  const trial = ask();
  expect(trial.key).toBe("a");
  const others = [ask(), ask(), ask(), ask()];
  expect(others.map(({ key }) => key)).not.toContain("a");
  trial.succeed();
  trial.end();
  expect(ask().key).toBe("a");
});

test("requests in flight that fail together count as one failure; the longest time that one asks for applies", () => {
  const { rotation, pass } = createRotation();
  const failTogether = (count: number, retryAfterMs = 0) => {
    const requests = Array.from({ length: count }, () => rotation.begin("a"));
    for (const [index, request] of requests.entries()) {
      request.fail({ reason: "down", ...(index === 3 && { retryAfterMs }) });
      request.end();
    }
  };
  failTogether(8);
  pass(rotationLimits.baseAvoidMs - 1);
  expect(rotation.getHealth("a").avoidedUntilMs).not.toBeNull();
  pass(1);
  expect(rotation.getHealth("a").avoidedUntilMs).toBeNull();
  failTogether(8, 30_000);
  pass(29_999);
  expect(rotation.getHealth("a").avoidedUntilMs).not.toBeNull();
  pass(1);
  expect(rotation.getHealth("a").avoidedUntilMs).toBeNull();
});

test("a trial that ends without success or failure makes room for the next one", () => {
  const { rotation, ask, pass } = createRotation();
  fail(rotation, "a");
  useOthers(rotation);
  pass(rotationLimits.baseAvoidMs);
  const trial = ask();
  expect(trial.key).toBe("a");
  expect(rotation.getHealth("a").avoidedUntilMs).not.toBeNull();
  trial.end();
  expect(rotation.getHealth("a").avoidedUntilMs).toBeNull();
  useOthers(rotation);
  expect(ask().key).toBe("a");
  expect(ask().key).not.toBe("a");
});

test("a trial does not shorten the time that a server asked for", () => {
  const { rotation, pass } = createRotation();
  fail(rotation, "a", { retryAfterMs: 60_000 });
  rotation.begin("a").end();
  pass(59_999);
  expect(rotation.getHealth("a").avoidedUntilMs).not.toBeNull();
});

test("reading what is known of addresses forgets none, and one with a request in flight is never forgotten", () => {
  const { rotation } = createRotation();
  fail(rotation, "a", { reason: "It is down." });
  const running = rotation.begin("b");
  const others = Array.from({ length: rotationLimits.maxEndpoints + 10 }, (_, index) => `other ${index}`);
  for (const key of others) rotation.getHealth(key);
  rotation.order(others);
  expect(rotation.getHealth("a").lastError).toBe("It is down.");
  for (const key of others) succeed(rotation, key);
  expect(rotation.getHealth("a").lastError).toBeNull();
  expect(rotation.order(["b", "c"])).toEqual(["c", "b"]);
  running.succeed();
  running.end();
  expect(rotation.getHealth("b").lastSuccessAtMs).not.toBeNull();
});

test("if all have failed, the one whose time is over first is tried", () => {
  const { rotation, keys, pass } = createRotation();
  fail(rotation, "b");
  pass(100);
  fail(rotation, "a");
  fail(rotation, "c");
  fail(rotation, "c");
  expect(rotation.order(keys)).toEqual(["b", "a", "c"]);
});

test("what was last is known: the time of the last success, and the last failure with its reason", () => {
  const { rotation, pass } = createRotation();
  expect(rotation.getHealth("a")).toEqual({
    ...{ lastSuccessAtMs: null, lastErrorAtMs: null, lastError: null, avoidedUntilMs: null },
  });
  succeed(rotation, "a");
  pass(10);
  fail(rotation, "a", { reason: "It is down." });
  expect(rotation.getHealth("a")).toEqual({
    ...{ lastSuccessAtMs: 1_000_000, lastErrorAtMs: 1_000_010, lastError: "It is down." },
    avoidedUntilMs: 1_000_010 + rotationLimits.baseAvoidMs,
  });
});
