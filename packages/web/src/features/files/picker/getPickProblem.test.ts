import { type FileRecord, fileTexts } from "@lectern/contract";
import { expect, test } from "vitest";
import { getPickProblem } from "./getPickProblem.ts";

const record: FileRecord = { state: "ready", reason: null, isImage: false } as never;

test("[C5.09] an uploaded image can be attached only if the model supports images", () => {
  const image = { ...record, isImage: true };
  expect(getPickProblem(image, false)).toBe(fileTexts.imagesNotSeen);
  expect(getPickProblem(image, true)).toBeNull();
  expect(getPickProblem(record, false)).toBeNull();
});

test("a file that is incomplete or could not be read cannot be attached, one that is being read can", () => {
  expect(getPickProblem({ ...record, state: "uploading" }, true)).toBe("Not uploaded completely");
  expect(getPickProblem({ ...record, state: "failed", reason: "It is damaged." }, true)).toBe("It is damaged.");
  expect(getPickProblem({ ...record, state: "failed" }, true)).toBe("Couldn’t read the document.");
  expect(getPickProblem({ ...record, state: "extracting" }, true)).toBeNull();
});
