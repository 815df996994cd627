import type { AssistantSummary } from "@lectern/contract";

/** The German texts of the assistants of the server itself, by their names, which are the same in every language. */
// Not translated: these are translations.
export const germanSystemAssistants: Readonly<Record<string, Pick<AssistantSummary, "description" | "starters">>> = {
  "Assistant Creator": {
    description: "Hilft Ihnen, mit wenigen Fragen einen Assistenten zu planen, und erstellt ihn.",
    starters: [
      "Ich möchte einen Assistenten für eine meiner Lehrveranstaltungen.",
      "Hilf mir, einen Assistenten zu erstellen, der im Stil unseres Büros antwortet.",
      "Ich habe eine Idee für einen Assistenten, weiß aber nicht, wo ich anfangen soll.",
    ],
  },
  "API Document Helper": {
    description: "Erklärt die API dieses Servers mit Beispielen.",
    starters: ["Wie sende ich eine Frage mit curl?", "Welche Modelle kann ich in einer Anfrage nennen?"],
  },
  "API Key Manager": {
    description: "Hilft Ihnen, API-Schlüssel zu erstellen, zu ändern und zu deaktivieren.",
    starters: [
      "Ich brauche einen Schlüssel für ein Skript.",
      "Bitte deaktiviere einen Schlüssel, den ich nicht mehr verwende.",
    ],
  },
};
