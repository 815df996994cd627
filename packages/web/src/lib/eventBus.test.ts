import { expect, test, vi } from "vitest";
import { createEventBus } from "./eventBus.ts";

type Events = { opened: { id: string }; closed: Record<never, never> };

test("a listener receives the details of its event until it is removed", () => {
  const target = new EventTarget();
  const bus = createEventBus<Events>(() => target);
  const onOpened = vi.fn();
  const remove = bus.on("opened", onOpened);
  bus.emit("closed", {});
  bus.emit("opened", { id: "a" });
  remove();
  bus.emit("opened", { id: "b" });
  expect(onOpened.mock.calls).toEqual([[{ id: "a" }]]);
});

test("an event with that name but no detail, sent by other code, is ignored", () => {
  const target = new EventTarget();
  const onOpened = vi.fn();
  createEventBus<Events>(() => target).on("opened", onOpened);
  target.dispatchEvent(new Event("opened"));
  target.dispatchEvent(new CustomEvent("opened"));
  expect(onOpened).not.toHaveBeenCalled();
});
