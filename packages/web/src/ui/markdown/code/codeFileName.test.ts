import { describe, expect, test } from "vitest";
import { parseFence, parseFenceLanguage } from "../fences/fences.ts";
import { buildCodeFileName, toSafeFileName } from "./codeFileName.ts";

describe("the file name of code", () => {
  test("the suggested name has the extension of the language", () => {
    expect(buildCodeFileName("python")).toBe("code.py");
    expect(buildCodeFileName("ts")).toBe("code.ts");
    expect(buildCodeFileName("dockerfile")).toBe("Dockerfile");
    expect(buildCodeFileName("csv")).toBe("code.csv");
    expect(buildCodeFileName("nosuch")).toBe("code.txt");
    expect(buildCodeFileName("")).toBe("code.txt");
  });

  test("the entered name never becomes a path, and gets an extension if it has none", () => {
    expect(toSafeFileName("carnot", "code.py")).toBe("carnot.py");
    expect(toSafeFileName("carnot.txt", "code.py")).toBe("carnot.txt");
    expect(toSafeFileName("../../etc/passwd", "code.py")).toBe("etc_passwd.py");
    expect(toSafeFileName("a\u202egpj.exe\n", "code.py")).toBe("agpj.exe");
    expect(toSafeFileName("  .. ", "code.py")).toBe("code.py");
    expect(toSafeFileName("notes", "Dockerfile")).toBe("notes");
  });
});

describe("a fence", () => {
  test("is parsed into code and language", () => {
    expect(parseFence('```Python title="a.py"\nx\n\n```\n')).toEqual({ code: "x\n", language: "python" });
    expect(parseFence("~~~~ \n```\n~~~\n~~~~")).toEqual({ code: "```\n~~~", language: "" });
    expect(parseFence("  ```js\r\n    a\r\n  b\r\n  ```")).toEqual({ code: "  a\nb", language: "js" });
    expect(parseFence("```js\nopen")).toEqual({ code: "open", language: "js" });
    expect(parseFence("```")).toEqual({ code: "", language: "" });
  });

  test("may name its language in several notations", () => {
    expect(parseFenceLanguage("{r, echo=FALSE}")).toBe("r");
    expect(parseFenceLanguage("{.haskell .numberLines}")).toBe("haskell");
    expect(parseFenceLanguage("C++")).toBe("c++");
    expect(parseFenceLanguage(undefined)).toBe("");
  });
});
