import { notifications } from "@mantine/notifications";
import { afterEach, expect, test, vi } from "vitest";
import { CallError, NetworkError } from "../../lib/callError.ts";
import { notifyFailure } from "./notify.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a failed call is shown with its message, code that could not be loaded without one; without a network the notice says only that the browser is offline", () => {
  const titles: unknown[] = [];
  vi.spyOn(notifications, "hide").mockReturnValue("");
  vi.spyOn(notifications, "show").mockImplementation(({ title }) => {
    titles.push(title);
    return "";
  });
  notifyFailure(new CallError("Error calling GET - /x: Bad Gateway.", { status: 502 }));
  notifyFailure(new NetworkError("GET - /x", new TypeError()));
  const loadError = new TypeError("Failed to fetch dynamically imported module: http://localhost/a.js");
  notifyFailure(loadError);
  vi.stubGlobal("navigator", { onLine: false });
  notifyFailure(loadError);
  notifyFailure(new NetworkError("GET - /x", new TypeError()));
  notifyFailure(new DOMException("", "AbortError"));
  expect(titles).toEqual([
    "Error calling GET - /x: Bad Gateway.",
    "Network Error calling GET - /x.",
    "A part of the page could not be loaded. Reload the page and try again.",
    "You are offline. Try again when you are back online.",
    "You are offline. Try again when you are back online.",
  ]);
});
