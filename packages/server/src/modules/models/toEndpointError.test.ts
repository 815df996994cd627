import { expect, test } from "vitest";
import { ModelError, type ModelErrorKind } from "../../platform/modelProviders/modelProvider.ts";
import { describeCallError, describeEndpointError } from "./toEndpointError.ts";

const url = "https://unit.openai.azure.com?key=MARKER";
const shownUrl = "https://unit.openai.azure.com";

test.each<[ModelErrorKind, string]>([
  [
    "modelNotFound",
    `There is no such model or deployment at ${shownUrl}. Please check the address and the name of the model.`,
  ],
  ["badRequest", `The server at ${shownUrl} refused the call.`],
  ["contentFilter", `The server at ${shownUrl} refused the call.`],
  ["protocol", `${shownUrl} didn’t return a valid answer. Please check the address.`],
  ["cut", `${shownUrl} didn’t return a valid answer. Please check the address.`],
  ["unauthorized", `The server at ${shownUrl} rejected the key.`],
  ["timeout", `${shownUrl} didn’t answer in time. Is the server running?`],
])("a call that fails with %s is explained without the list of models, and without secrets", (kind, text) => {
  expect(describeCallError(new ModelError(kind, "for the log"), url)).toBe(text);
});

test("a list that is not found names the list", () => {
  expect(describeEndpointError(new ModelError("modelNotFound", "for the log"), "http://gpu")).toBe(
    "There is no /models at http://gpu. Check that the address ends with /v1.",
  );
});
