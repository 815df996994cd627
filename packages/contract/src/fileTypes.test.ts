import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  disallowedExtensions,
  fileTypeFilters,
  fileTypeOf,
  getFileTypeLabel,
  isImageFileName,
  normalizeFileName,
  validateFileName,
} from "./fileTypes.ts";

describe("the name of a file", () => {
  test("[C5.12] without an extension is rejected", () => {
    for (const name of ["README", ".profile", "ends.", ""]) {
      expect(validateFileName(name), name).toBe("This file type is not supported.");
    }
  });

  test("of a spreadsheet with macros, or of an old one, is accepted, because programs export readable files with it", () => {
    for (const name of ["a.xls", "a.XLSM"]) expect(validateFileName(name), name).toBeNull();
  });

  test("[C5.14] of old slides is rejected with the advice to save them as pptx", () => {
    for (const name of ["a.ppt", "a.potx"]) {
      expect(validateFileName(name)).toBe("This file type is not supported. Please save the file as pptx.");
    }
  });

  test("[C5.15] [C5.16] with a disallowed extension, or one not on the allow list, is rejected", () => {
    const extensions = "mp3 wav mp4 mov avi mkv rar 7z tar gz tgz bz2 xz tif tiff bmp eps ps ai psd heic heif ico";
    expect(disallowedExtensions).toEqual(extensions.split(" "));
    for (const extension of disallowedExtensions) {
      expect(validateFileName(`a.${extension}`), extension).toBe("This file type is not supported.");
    }
    // With an allow list the same sentence is followed by the types that are on it.
    const rules = { allowedExtensions: ["pdf", "docx"] };
    const notAllowedText = "This file type is not supported. Please upload a file of type: pdf, docx";
    for (const name of ["a.txt", "a.unheardof", "a.xls", "a.ppt"]) {
      expect(validateFileName(name, rules), name).toBe(notAllowedText);
    }
    expect(validateFileName("a.mp3", { allowedExtensions: ["mp3"] })).toBe("This file type is not supported.");
    expect(validateFileName("a.ppt", { allowedExtensions: ["ppt", "pptx"] })).toMatch(/save the file as pptx/);
    for (const name of ["a.pdf", "a.DOCX"]) expect(validateFileName(name, rules), name).toBeNull();
    expect(validateFileName("a.unheardof")).toBeNull();
  });

  test("[C5.09] [C9.03a] of an image is rejected if the model cannot read images", () => {
    for (const extension of ["jpg", "png", "gif", "jpeg", "webp"]) {
      expect(validateFileName(`a.${extension}`, { acceptsImages: false }), extension).toMatch(/can’t see images/);
      expect(validateFileName(`a.${extension}`, { acceptsImages: true }), extension).toBeNull();
      expect(isImageFileName(`a.${extension}`), extension).toBe(true);
    }
  });

  test("[C5.17] has one underscore for each run of underscores or white space, and one dot", () => {
    expect(normalizeFileName("My  report__final v1.2.pdf")).toBe("My_report_final_v1_2.pdf");
    expect(normalizeFileName("a \t_b.tar.gz")).toBe("a_b_tar.gz");
    expect(normalizeFileName("no extension")).toBe("no_extension");
  });

  test("is never a path, whatever the input", () => {
    expect(normalizeFileName("../../etc/passwd.txt")).toBe("passwd.txt");
    expect(normalizeFileName("C:\\temp\\a.txt")).toBe("a.txt");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        const normalizedName = normalizeFileName(name);
        expect(normalizedName).not.toMatch(/[/\\\p{Cc}\p{Cf}\s]|__/u);
        expect(normalizedName.length).toBeGreaterThan(0);
        expect([...normalizedName].length).toBeLessThanOrEqual(200);
        expect(normalizeFileName(normalizedName)).toBe(normalizedName);
      }),
    );
  });
});

const labelsByExtension = {
  docx: "Word",
  xlsx: "Excel",
  pptx: "PowerPoint",
  pdf: "PDF",
  txt: "Text",
  csv: "CSV",
  md: "Markdown",
  html: "HTML",
  json: "JSON",
  xml: "XML",
};
const openXmlPrefix = "application/vnd.openxmlformats-officedocument";
const labelsByMediaType = {
  [`${openXmlPrefix}.spreadsheetml.sheet`]: "Excel",
  [`${openXmlPrefix}.presentationml.presentation`]: "PowerPoint",
  "application/msword": "Word",
  "application/vnd.ms-excel": "Excel",
  "application/vnd.ms-powerpoint": "PowerPoint",
  "text/csv": "CSV",
  "text/markdown": "Markdown",
  "text/html": "HTML",
  "application/json": "JSON",
  "application/xml": "XML",
  "text/xml": "XML",
};

describe("the type of a file", () => {
  test("[C3.02] [A3.24] has a label; for an unknown type, its first 15 characters", () => {
    expect(getFileTypeLabel("application/pdf")).toBe("PDF");
    expect(getFileTypeLabel("application/vnd.openxmlformats-officedocument.wordprocessingml.document")).toBe("Word");
    for (const [name, label] of Object.entries({ document: "Docs", spreadsheet: "Sheets", presentation: "Slides" })) {
      expect(getFileTypeLabel(`application/vnd.google-apps.${name}`)).toBe(`Google ${label}`);
    }
    expect(getFileTypeLabel("text/plain; charset=utf-8")).toBe("Text");
    expect(getFileTypeLabel("application/x-unheard-of")).toBe("application/x-u");
    expect(getFileTypeLabel("")).toBe("Unknown");
    expect(getFileTypeLabel(null)).toBe("Unknown");
    const filteredLabels = fileTypeFilters.map(({ label }) => label);
    for (const [extension, label] of Object.entries(labelsByExtension)) {
      const mediaTypes = fileTypeOf(`a.${extension}`)?.mediaTypes ?? [];
      expect(mediaTypes.map(getFileTypeLabel), extension).toEqual(mediaTypes.map(() => label));
      expect(mediaTypes.length, extension).toBeGreaterThan(0);
      expect(filteredLabels).toContain(label);
    }
    for (const [mediaType, label] of Object.entries(labelsByMediaType)) {
      expect(getFileTypeLabel(mediaType), mediaType).toBe(label);
    }
  });

  test("[C9.03a] is an image if it is JPEG, PNG, GIF or WebP", () => {
    for (const mediaType of ["image/jpeg", "image/png", "image/gif", "image/webp"]) {
      expect(fileTypeOf("", mediaType)?.kind, mediaType).toBe("image");
    }
    for (const mediaType of ["image/tiff", "image/svg+xml", "image/bmp"]) {
      expect(fileTypeOf("", mediaType)?.kind, mediaType).not.toBe("image");
    }
    expect(isImageFileName("a.svg")).toBe(false);
  });

  test("is determined by the extension first, then by the media type", () => {
    expect(fileTypeOf("a.pdf", "text/plain")?.kind).toBe("pdf");
    expect(fileTypeOf("a.unheardof", "text/csv")?.kind).toBe("csv");
    expect(fileTypeOf("a.unheardof", "application/octet-stream")).toBeNull();
  });
});
