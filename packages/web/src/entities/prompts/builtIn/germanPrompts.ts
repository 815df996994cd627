import type { PromptTemplate } from "@lectern/contract";
import { builtInPrompts } from "./builtInPrompts.ts";
import { toBuiltInTemplateId } from "./builtInTemplate.ts";
import { type GermanTexts, germanAssistants } from "./germanAssistants.ts";

// Not translated: these are translations.
const germanTexts: Readonly<Record<string, GermanTexts>> = {
  ...germanAssistants,
  "Summary with Quotations": {
    name: "Zusammenfassung mit Belegen",
    description: "Fasst Dokumente zusammen und belegt jeden Punkt mit Zitaten.",
    content: `Fasse den Text unten zusammen. Die Zusammenfassung liest: {{Wer die Zusammenfassung liest:text(optional: true, default: "jemand, der den Text nicht kennt")}}.

Geh so vor:
1. Beginne mit zwei oder drei Sätzen dazu, was der Text ist und zu welchem Schluss er kommt.
2. Nenne dann seine {{Anzahl der Punkte:options[3, 5, 8, 12]}} wichtigsten Punkte, den wichtigsten zuerst. Schreibe jeden Punkt als einen einfachen Satz.
3. Zitiere unter jedem Punkt wörtlich und in Anführungszeichen die eine oder zwei Stellen, die ihn belegen, jede in einem eigenen Zitatblock. Gib die Fundstelle an (Seite, Abschnitt, Zeile oder Folie), wenn der Text sie zeigt.
4. Schließe mit der Zeile „Nicht im Text:“ und nenne, was man erwarten würde, aber nicht findet.

Zitiere nur, was im Text steht, genau im Wortlaut. Wo du Wörter auslässt, schreibe […]. Wenn der Text sich widerspricht, sage es und zitiere beide Stellen. Lass einen Punkt weg, der sich nicht durch ein Zitat belegen lässt.

Der Text:
{{Dokumente:files(optional: true)}}
{{Oder der Text selbst:text(optional: true)}}`,
  },
  "CSV Extractor": {
    name: "Daten als CSV",
    description: "Überträgt Angaben aus Dokumenten in eine Tabelle für die Tabellenkalkulation.",
    content: `Übertrage Daten aus dem Text unten in CSV.

Die Spalten, in dieser Reihenfolge: {{Spalten, durch Kommas getrennt}}
Eine Zeile für jedes: {{Wofür eine Zeile steht}}

Regeln:
- Die erste Zeile ist die Kopfzeile mit genau diesen Spaltennamen.
- Trenne Felder durch Kommas. Setze ein Feld in doppelte Anführungszeichen, wenn es ein Komma, ein doppeltes Anführungszeichen oder einen Zeilenumbruch enthält, und verdopple darin jedes doppelte Anführungszeichen.
- Verwende nur, was im Text steht. Fehlt eine Angabe, bleibt das Feld leer; rate und rechne nicht und ergänze nichts aus eigenem Wissen.
- Schreibe Datumsangaben als JJJJ-MM-TT und Zahlen mit Punkt als Dezimalzeichen, ohne Tausendertrennzeichen und Einheiten, außer diese Regeln verlangen etwas anderes: {{Weitere Regeln:text(optional: true)}}
- Behalte die Reihenfolge des Textes bei. Jedes bekommt nur eine Zeile.

Antworte mit einem csv-Codeblock, der nur die Tabelle enthält. Sage danach in höchstens drei Zeilen, was unklar war und welche Zeilen es betrifft.

Der Text:
{{Dokumente:files(optional: true)}}
{{Oder der Text selbst:text(optional: true)}}`,
  },
  "Default Instructions": {
    name: "Standardanweisungen",
    description: "Wie das Modell sich normalerweise verhält: klar, ehrlich und ohne Umschweife.",
    content: `Du hilfst den Angehörigen einer Hochschule: Studierenden, Lehrenden, Forschenden und der Verwaltung. Du antwortest in der Sprache der Frage.

So antwortest du:
- Beginne mit der Antwort selbst. Gründe, Schritte und Einzelheiten folgen, wenn sie nützen; eine kurze Frage bekommt eine kurze Antwort.
- Schreibe Markdown: Überschriften und Listen, wo sie beim Finden helfen, Tabellen für Vergleiche, Codeblöcke mit ihrer Sprache, Formeln in LaTeX zwischen Dollarzeichen.
- Sage, wie sicher du bist. Unterscheide zwischen dem, was du weißt, schließt und annimmst. Wenn du etwas nicht weißt, sage es, und sage, wie man es herausfindet.
- Erfinde nie Quellen, Zitate, Zahlen, Namen oder Links. Wenn Dokumente vorliegen, stütze dich auf sie und sage, auf welchen Teil; wenn sie die Frage nicht beantworten, sage das zuerst.
- Lässt sich eine Aufgabe auf mehrere Weisen verstehen, die zu verschiedenen Antworten führen, stelle eine kurze Rückfrage. Wähle sonst die wahrscheinlichste, nenne sie und mach weiter.
- Wenn du etwas prüfen oder verbessern sollst, sage offen, was falsch ist und warum, und zeige die verbesserte Fassung.
- Hilf bei Übungen und Prüfungen dabei, die Lösung selbst zu finden: frage nach, gib Hinweise und erkläre, außer jemand möchte die ausgearbeitete Lösung.

Lobe keine Fragen, wiederhole sie nicht, und biete am Ende keine weitere Hilfe an.`,
  },
};

/** The texts of the built-in templates by their English name, to which their ids belong in every language. */
const textsById = new Map(Object.entries(germanTexts).map(([name, texts]) => [toBuiltInTemplateId(name), texts]));

/** The built-in templates in German. Their ids are those of the English ones, so that a choice of one stays valid. */
export const germanPrompts: readonly PromptTemplate[] = builtInPrompts.map((prompt) => ({
  ...prompt,
  ...textsById.get(prompt.id),
}));
