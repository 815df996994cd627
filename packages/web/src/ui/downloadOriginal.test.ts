import { expect, test } from "vitest";
import { CallError } from "../lib/callError.ts";
import { downloadProblem } from "./downloadOriginal.ts";

test("[C8.06] a failed download is told apart: the server's trouble, no network, no reply, no such document", () => {
  const failed = (status: number | null) => new CallError("Error", { status });
  expect(downloadProblem(failed(500), true)).toBe("Error downloading file. Please try again.");
  expect(downloadProblem(new TypeError("odd"), true)).toBe("Error downloading file. Please try again.");
  expect(downloadProblem(failed(null), false)).toBe(
    "Unable to download. Please check your Internet connection and try again.",
  );
  expect(downloadProblem(failed(null), true)).toBe(
    "Failed to reach the download service. Please check your Internet connection and try again.",
  );
  expect(downloadProblem(failed(404), true)).toBe("Unable to provide the document at this time.");
});
