import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cleanFileName,
  commonTypes,
  disallowedExtensions,
  fileTypeOf,
  refuseFileName,
  typeLabel,
} from "./fileTypes.ts";

describe("the name of a file", () => {
  test("[C5.12] without an extension is refused", () => {
    for (const name of ["README", ".profile", "ends.", ""]) {
      expect(refuseFileName(name), name).toBe("This file type is not supported.");
    }
  });

  test("[C5.13] of an old spreadsheet says to save it as xlsx", () => {
    for (const name of ["a.xls", "a.XLSM"]) {
      expect(refuseFileName(name)).toBe("This file type is not supported. Please save the file as xlsx.");
    }
  });

  test("[C5.14] of old slides says to save them as pptx", () => {
    for (const name of ["a.ppt", "a.potx"]) {
      expect(refuseFileName(name)).toBe("This file type is not supported. Please save the file as pptx.");
    }
  });

  test("[C5.15] [C5.16] on the disallowed list, or not on an allowed one, is refused", () => {
    for (const extension of disallowedExtensions) {
      expect(refuseFileName(`a.${extension}`), extension).toBe("This file type is not supported.");
    }
    expect(refuseFileName("a.txt", { allowed: ["pdf"] })).toBe("This file type is not supported.");
    expect(refuseFileName("a.pdf", { allowed: ["pdf"] })).toBeNull();
    expect(refuseFileName("a.unheardof")).toBeNull();
  });

  test("[C5.09] of a picture is refused where the model does not see pictures", () => {
    for (const extension of ["jpg", "png", "gif", "jpeg", "webp"]) {
      expect(refuseFileName(`a.${extension}`, { takesImages: false }), extension).toMatch(/cannot see images/);
      expect(refuseFileName(`a.${extension}`, { takesImages: true }), extension).toBeNull();
    }
  });

  test("[C5.17] has one underscore for each run of underscores or white space, and one dot", () => {
    expect(cleanFileName("My  report__final v1.2.pdf")).toBe("My_report_final_v1_2.pdf");
    expect(cleanFileName("a \t_b.tar.gz")).toBe("a_b_tar.gz");
    expect(cleanFileName("no extension")).toBe("no_extension");
  });

  test("is never a path, whatever was given", () => {
    expect(cleanFileName("../../etc/passwd.txt")).toBe("passwd.txt");
    expect(cleanFileName("C:\\temp\\a.txt")).toBe("a.txt");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        const cleaned = cleanFileName(name);
        expect(cleaned).not.toMatch(/[/\\\p{Cc}\p{Cf}\s]|__/u);
        expect(cleaned.length).toBeGreaterThan(0);
        expect([...cleaned].length).toBeLessThanOrEqual(200);
        expect(cleanFileName(cleaned)).toBe(cleaned);
      }),
    );
  });
});

describe("the type of a file", () => {
  test("[C3.02] [A3.24] has a friendly label; an unknown one is its first 15 characters", () => {
    expect(typeLabel("application/pdf")).toBe("PDF");
    expect(typeLabel("application/vnd.openxmlformats-officedocument.wordprocessingml.document")).toBe("Word");
    expect(typeLabel("application/vnd.google-apps.presentation")).toBe("Google Slides");
    expect(typeLabel("text/plain; charset=utf-8")).toBe("Text");
    expect(typeLabel("application/x-unheard-of")).toBe("application/x-u");
    expect(typeLabel("")).toBe("Unknown");
    expect(typeLabel(null)).toBe("Unknown");
    const labels = commonTypes.map(({ label }) => label);
    for (const label of ["Word", "Excel", "PowerPoint", "PDF", "Text", "CSV", "Markdown", "HTML", "JSON", "XML"]) {
      expect(labels).toContain(label);
    }
  });

  test("is told by the name before the media type that was sent", () => {
    expect(fileTypeOf("a.pdf", "text/plain")?.kind).toBe("pdf");
    expect(fileTypeOf("a.unheardof", "text/csv")?.kind).toBe("csv");
    expect(fileTypeOf("a.unheardof", "application/octet-stream")).toBeNull();
  });
});
