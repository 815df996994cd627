import { describe, expect, test } from "vitest";
import { carriesFiles } from "./carriesFiles.ts";
import { namePastedFiles } from "./namePastedFiles.ts";

const now = new Date(2026, 10, 21, 9, 5, 3);
const getPastedName = (name: string, type: string) => namePastedFiles([new File(["x"], name, { type })], now)[0]?.name;

describe("a pasted file", () => {
  test("gets a name if the browser did not provide one", () => {
    expect(getPastedName("image.png", "image/png")).toBe("pasted_image_2026-11-21_09-05-03.png");
    expect(getPastedName("", "image/jpeg")).toBe("pasted_image_2026-11-21_09-05-03.jpg");
    expect(getPastedName("blob", "application/pdf")).toBe("pasted_file_2026-11-21_09-05-03");
  });

  test("keeps its name if it was copied as a file", () => {
    expect(getPastedName("plan.pdf", "application/pdf")).toBe("plan.pdf");
    expect(getPastedName("photo.png", "image/png")).toBe("photo.png");
  });
});

test("only files of the device can be dropped, not text or images from a page", () => {
  const createDrag = (...types: string[]) => carriesFiles({ dataTransfer: { types } });
  expect(createDrag("Files")).toBe(true);
  expect(createDrag("text/plain")).toBe(false);
  expect(createDrag("text/uri-list", "text/html", "Files")).toBe(false);
});
