import { describe, expect, test } from "vitest";
import { carriesFiles } from "./carriesFiles.ts";
import { pastedFiles } from "./pastedFiles.ts";

const now = new Date(2026, 10, 21, 9, 5, 3);
const named = (name: string, type: string) => pastedFiles([new File(["x"], name, { type })], now)[0]?.name;

describe("what is pasted", () => {
  test("gets a name where the browser gave it none of its own", () => {
    expect(named("image.png", "image/png")).toBe("pasted_image_2026-11-21_09-05-03.png");
    expect(named("", "image/jpeg")).toBe("pasted_image_2026-11-21_09-05-03.jpg");
    expect(named("blob", "application/pdf")).toBe("pasted_file_2026-11-21_09-05-03");
  });

  test("keeps the name of a file that was copied", () => {
    expect(named("plan.pdf", "application/pdf")).toBe("plan.pdf");
    expect(named("photo.png", "image/png")).toBe("photo.png");
  });
});

test("only files of the device can be dropped: neither text nor a picture of a page", () => {
  const drag = (...types: string[]) => carriesFiles({ dataTransfer: { types } });
  expect(drag("Files")).toBe(true);
  expect(drag("text/plain")).toBe(false);
  expect(drag("text/uri-list", "text/html", "Files")).toBe(false);
});
