import { QueryClient } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import { refreshSavedLater } from "./refreshSavedLater.ts";

test("the list of saved artifacts is loaded again after 300 ms [C9.12]", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const cache = new QueryClient();
  const reload = vi.spyOn(cache, "invalidateQueries");
  refreshSavedLater(cache);
  vi.advanceTimersByTime(299);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledOnce();
});
