import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { getStatusPhrase } from "../getStatusPhrase.ts";
import { i18n } from "./i18n.ts";
import { namesAndMore, serverTexts, translateKnownText } from "./serverTexts.ts";

const serverFolder = join(import.meta.dirname, "../../../../server/src");

afterEach(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

/** `{}` in place of each placeholder. */
const toShape = (text: string) => text.replace(/\$?\{[^{}]*\}/g, "{}");

/** A message, of which each part of a sum is a literal, in the server's sources. */
const messages =
  /\b(?:(?:userMessage|message|rejection):|const \w*[mM]essage\w* =(?: [\w.]+ \?\?)?|ConversionError\("\w+",)\s*((?:"[A-Z“{](?:[^"\\\n]|\\.)*"|`[A-Z“$][^`]*`)(?:\s*\+\s*(?:"(?:[^"\\\n]|\\.)*"|`[^`]*`))*)/g;

/** Texts that no screen shows yet, and texts that the server puts together from several parts. */
const exceptions = [
  /^(There is no such operation|The request must be a JSON object|The web app has not been built|This address only accepts)/,
  /^(The client disconnected|This upload must be sent)/,
  /^(Only people can|Only administrators may|A service needs|Too many services|You can’t block|This person (doesn’t|is the only)|The successor)/,
  /^The document “\{\}” has no text: its “raw” field|It may not support \{\}\./,
  /^(A|Another) group of the directory|^What belongs to a group|^The members must be|^A member must not|^Your account has been blocked/i,
  // Clients of the OpenAI-compatible API get these.
  /^(The messages are too long for this model: they|This model can’t read images\. Please|The choice must be)/,
  /^The model “\{\}” doesn’t exist, or/,
  /^“\{\}” (is neither|is an assistant)|^\{\}|\{\}$|: \{\}/,
];

test("each text that the server writes for people is in the catalogue", () => {
  const known = new Set(serverTexts.map(({ message }) => toShape(message ?? "")));
  const missing = globSync("**/*.ts", { cwd: serverFolder, exclude: (name) => /\.test\.|testing/.test(name) })
    .flatMap((path) => [...readFileSync(join(serverFolder, path), "utf8").matchAll(messages)])
    .map(([, literals = ""]) => toShape(literals.replace(/(["`])\s*\+\s*["`]/g, "").slice(1, -1)))
    .filter((text) => !known.has(text) && !exceptions.some((exception) => exception.test(text)));
  expect(missing).toEqual([]);
});

test("the phrases of the statuses that people meet are in the catalogue", () => {
  const known = new Set(serverTexts.map(({ message }) => message));
  const statuses = [400, 401, 403, 404, 408, 413, 429, 500, 502, 503, 504];
  expect(statuses.map(getStatusPhrase).filter((phrase) => !known.has(phrase))).toEqual([]);
});

test("a text of the server is translated with its values, and a part that is a text too", () => {
  const translations: Record<string, string> = {
    "“{name}” can’t be used: {reason} Please send your message without it.":
      "„{name}“ ist nicht verwendbar: {reason} Senden Sie Ihre Nachricht ohne das Dokument.",
    "Reading this document failed unexpectedly. Try again, or save it again and upload the new file.":
      "Das Dokument konnte nicht gelesen werden.",
    "Searched {count} documents": "{count} Dokumente durchsucht",
    "Read the assistant’s documents": "Dokumente des Assistenten gelesen",
    "Read {names} in full": "{names} vollständig gelesen",
    "Searched {names}": "{names} durchsucht",
    "Documents: {names}": "Dokumente: {names}",
    "{names} and 1 more": "{names} + 1 weiteres",
    "{names} and {count} more": "{names} + {count} weitere",
    "Searched for: {question}": "Gesucht nach: {question}",
    "Not saved:": "Nicht gespeichert:",
    "A new address of “{name}” has no URL.": "Eine neue Adresse von „{name}“ hat keine URL.",
    "{url} of “{name}” has no key.": "{url} von „{name}“ hat keinen Schlüssel.",
    "And {count} more.": "Und {count} weitere.",
    "You have used your {limit} for today. The limit resets on {month} {day} at {time}.":
      "Sie haben {limit} für heute verbraucht. Das Limit wird am {day}. {month} um {time} zurückgesetzt.",
    "This document is too large: the limit is {count} pages. Split it and upload the parts.":
      "Dieses Dokument ist zu groß: Die Grenze liegt bei {count} Seiten.",
  };
  const messages = [...serverTexts, ...namesAndMore].flatMap(({ id, message = "" }) => {
    const translation = translations[message];
    return translation === undefined ? [] : [[id, translation] as const];
  });
  i18n.loadAndActivate({ locale: "de", messages: Object.fromEntries(messages) });
  expect(translateKnownText("Searched 12 documents")).toBe("12 Dokumente durchsucht");
  expect(translateKnownText("Documents: a.pdf, b.pdf and 1,200 more\nSearched for: cats and 3 more")).toBe(
    "Dokumente: a.pdf, b.pdf + 1.200 weitere\nGesucht nach: cats and 3 more",
  );
  expect(translateKnownText("Searched 1.pdf, 2.pdf and 10 more")).toBe("1.pdf, 2.pdf + 10 weitere durchsucht");
  expect(translateKnownText("Searched 1.pdf, 2.pdf and 1 more")).toBe("1.pdf, 2.pdf + 1 weiteres durchsucht");
  expect(translateKnownText("Read 1.pdf in full")).toBe("1.pdf vollständig gelesen");
  // As stored with answers now and before.
  expect(translateKnownText("Read a.pdf and b.xlsx in full")).toBe("a.pdf und b.xlsx vollständig gelesen");
  expect(translateKnownText("Read a.pdf, b.xlsx in full")).toBe("a.pdf und b.xlsx vollständig gelesen");
  expect(translateKnownText("Documents: a long na…, b.pdf and c.pdf")).toBe("Dokumente: a long na…, b.pdf und c.pdf");
  expect(translateKnownText("Read Rock and roll, live.pdf in full")).toBe(
    "Rock and roll, live.pdf vollständig gelesen",
  );
  expect(translateKnownText("“a.pdf” cannot be used: It is empty. Please send your message without it.")).toBe(
    "„a.pdf“ ist nicht verwendbar: It is empty. Senden Sie Ihre Nachricht ohne das Dokument.",
  );
  expect(translateKnownText("Read the documents of the assistant")).toBe("Dokumente des Assistenten gelesen");
  // Only a list ends like this, not a name.
  expect(translateKnownText("Notes and 3 more")).toBe("Notes and 3 more");
  const reason = "Reading this document failed unexpectedly. Try again, or save it again and upload the new file.";
  expect(translateKnownText(`“a.b (1).pdf” can’t be used: ${reason} Please send your message without it.`)).toBe(
    "„a.b (1).pdf“ ist nicht verwendbar: Das Dokument konnte nicht gelesen werden. Senden Sie Ihre Nachricht ohne das Dokument.",
  );
  expect(translateKnownText(`“Notes and 3 more” can’t be used: ${reason} Please send your message without it.`)).toBe(
    "„Notes and 3 more“ ist nicht verwendbar: Das Dokument konnte nicht gelesen werden. Senden Sie Ihre Nachricht ohne das Dokument.",
  );
  expect(translateKnownText("You have used your $5.00 for today. The limit resets on March 3 at 00:00 UTC.")).toBe(
    "Sie haben $5.00 für heute verbraucht. Das Limit wird am 3. März um 00:00 UTC zurückgesetzt.",
  );
  expect(
    translateKnownText("This document is too large: the limit is 2,000 pages. Split it and upload the parts."),
  ).toBe("Dieses Dokument ist zu groß: Die Grenze liegt bei 2.000 Seiten.");
  expect(
    translateKnownText(
      "Not saved:\nA new address of “large” has no URL.\nhttps://x.org/v1 of “large” has no key.\nAnd 12 more.",
    ),
  ).toBe(
    "Nicht gespeichert:\nEine neue Adresse von „large“ hat keine URL.\nhttps://x.org/v1 von „large“ hat keinen Schlüssel.\nUnd 12 weitere.",
  );
  expect(translateKnownText("Something that a newer server writes.")).toBe("Something that a newer server writes.");
});
