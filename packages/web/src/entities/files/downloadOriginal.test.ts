import { expect, test } from "vitest";
import { CallError } from "../../lib/callError.ts";
import { getDownloadErrorText } from "./downloadOriginal.ts";

test("[C8.06] a failed download has its own message for a server error, no network, no reply and a missing document", () => {
  const failed = (status: number | null) => new CallError("Error", { status });
  expect(getDownloadErrorText(failed(500), true)).toBe("Error downloading file. Please try again.");
  expect(getDownloadErrorText(new TypeError("odd"), true)).toBe("Error downloading file. Please try again.");
  expect(getDownloadErrorText(failed(null), false)).toBe(
    "Unable to download. Please check your Internet connection and try again.",
  );
  expect(getDownloadErrorText(failed(null), true)).toBe(
    "Failed to reach the download service. Please check your Internet connection and try again.",
  );
  expect(getDownloadErrorText(failed(404), true)).toBe("Unable to provide the document at this time.");
});
