import { expect, test } from "vitest";
import { createEmptyDraft } from "./assistantDraft.ts";
import { formatSaveFailed, formatUploadsRunning, validateDraft } from "./validateDraft.ts";

const validDraft = { ...createEmptyDraft(), name: "Tutor" };

test("an assistant needs nothing but a name", () => {
  expect(validateDraft(validDraft)).toEqual({});
  expect(validateDraft({ ...validDraft, name: " " })).toEqual({ name: "Please enter a name." });
});

test("texts that are too long are explained at their fields", () => {
  expect(validateDraft({ ...validDraft, name: "x".repeat(201) })).toEqual({
    name: "At most 200 characters. This has 201.",
  });
  expect(validateDraft({ ...validDraft, starters: ["ok", "x".repeat(501)] })).toEqual({
    starters: "At most 500 characters. This has 501.",
  });
  expect(validateDraft({ ...validDraft, tags: `a, ${"x".repeat(201)}` })).toEqual({
    tags: "A tag can have at most 200 characters.",
  });
});

test("the quoted texts are exact", () => {
  expect(formatUploadsRunning()).toBe("Please wait for all data sources to finish uploading.");
  expect(formatSaveFailed()).toBe("Unable to save the assistant at this time, please try again later...");
});
