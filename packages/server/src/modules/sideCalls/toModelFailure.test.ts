import { expect, test } from "vitest";
import { AppError } from "../../core/appError.ts";
import { ModelError } from "../../platform/modelProviders/modelProvider.ts";
import { toModelFailure } from "./toModelFailure.ts";

test("a timeout, of the call or of the model’s server, is told from another failure of the server", () => {
  const tooLong = { code: "providerTimeout", userMessage: "The model’s server took too long to answer." };
  expect(toModelFailure(new DOMException("late", "TimeoutError"))).toMatchObject(tooLong);
  expect(toModelFailure(new ModelError("timeout", "late"))).toMatchObject(tooLong);
  const failed = { code: "providerFailed", userMessage: "The model’s server reported an error." };
  expect(toModelFailure(new ModelError("serverError", "broken"))).toMatchObject(failed);
});

test("any other error stays as it is", () => {
  const limit = new AppError("rateLimited");
  expect(toModelFailure(limit)).toBe(limit);
});
