import { expect, test } from "vitest";
import { createEndpointRotation, rotationLimits } from "./endpointRotation.ts";

/** A rotation on a fake clock. `ask` begins a request at the address that is next. */
function createRotation() {
  let nowMs = 1_000_000;
  const rotation = createEndpointRotation(() => nowMs);
  const keys = ["a", "b", "c"];
  const ask = () => {
    const [key = ""] = rotation.order(keys);
    return { key, end: rotation.begin(key) };
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { rotation, keys, ask, pass };
}

/** A request that ends with success at once. */
function askBriefly({ ask, rotation }: Pick<ReturnType<typeof createRotation>, "ask" | "rotation">): string {
  const { key, end } = ask();
  rotation.succeed(key);
  end();
  return key;
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
    rotation.fail("a", { reason: "down" });
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
  for (let failure = 0; failure < 10; failure++) rotation.fail("a", { reason: "down" });
  failAgain(rotationLimits.maxAvoidMs);
  rotation.succeed("a");
  failAgain(rotationLimits.baseAvoidMs);
});

test("an address that asks for a longer time gets it, up to the limit", () => {
  const { rotation, keys, pass } = createRotation();
  rotation.fail("a", { reason: "busy", retryAfterMs: 60_000 });
  pass(59_999);
  expect(rotation.order(keys)[0]).toBe("b");
  pass(1);
  expect(rotation.order(keys)[0]).toBe("a");
  rotation.fail("a", { reason: "busy", retryAfterMs: 24 * 60 * 60_000 });
  pass(rotationLimits.maxAvoidMs);
  expect(rotation.order(keys)[0]).toBe("a");
});

test("when its time is over it gets one request, and the others only after that has succeeded", () => {
  const { rotation, ask, pass } = createRotation();
  rotation.fail("a", { reason: "down" });
  pass(rotationLimits.baseAvoidMs);
  const trial = ask();
  expect(trial.key).toBe("a");
  const others = [ask(), ask(), ask(), ask()];
  expect(others.map(({ key }) => key)).not.toContain("a");
  rotation.succeed("a");
  trial.end();
  expect(ask().key).toBe("a");
});

test("if all have failed, the one whose time is over first is tried", () => {
  const { rotation, keys, pass } = createRotation();
  rotation.fail("b", { reason: "down" });
  pass(100);
  rotation.fail("a", { reason: "down" });
  rotation.fail("c", { reason: "down" });
  rotation.fail("c", { reason: "down" });
  expect(rotation.order(keys)).toEqual(["b", "a", "c"]);
});

test("what was last is known: the time of the last success, and the last failure with its reason", () => {
  const { rotation, pass } = createRotation();
  expect(rotation.getHealth("a")).toEqual({
    ...{ lastSuccessAtMs: null, lastErrorAtMs: null, lastError: null, avoidedUntilMs: null },
  });
  rotation.succeed("a");
  pass(10);
  rotation.fail("a", { reason: "It is down." });
  expect(rotation.getHealth("a")).toEqual({
    ...{ lastSuccessAtMs: 1_000_000, lastErrorAtMs: 1_000_010, lastError: "It is down." },
    avoidedUntilMs: 1_000_010 + rotationLimits.baseAvoidMs,
  });
});
