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

test("[G5.02] a URI, when given, must contain '://', and leads to a web page", () => {
  const validate = (uri: string) => validateDraft({ ...validDraft, uri }).uri;
  for (const uri of ["", "  ", "https://tutors.example.org/heat", " http://intranet/x "])
    expect(validate(uri), uri).toBeUndefined();
  for (const uri of ["tutors.example.org", "javascript:alert(1)", "https:/tutors"])
    expect(validate(uri), uri).toBe("Invalid URI, please update and try again.");
  for (const uri of ["javascript://%0aalert(1)", "ftp://example.org", "://", "https://"])
    expect(validate(uri), uri).toMatch(/^Please enter the address of a web page/);
  expect(validate(`https://${"x".repeat(2_000)}`)).toBe("This address is too long.");
});
