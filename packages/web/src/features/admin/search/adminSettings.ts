import { type FlagName, foldText } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { sortByWordStart } from "../../../entities/conversations/search/sortByWordStart.ts";
import { searchConversations } from "../../../entities/conversations/searchConversations.ts";
import { getFlagTitles } from "../sections/flagTexts.ts";
import { getSectionTitle } from "../sectionTitles.ts";
import { type AdminTabId, adminTabIds, getTabTexts } from "../tabTitles.ts";

/** A place in the administration that the searches find. */
export interface AdminSetting {
  id: string;
  tab: AdminTabId;
  /** Exactly the text of its heading, its label or its button, by which it is found on the page. */
  name: string;
  /** Other words that find it, in all languages, because administrators use both their own and that of the handbook. */
  words: string;
}

/** The sections and the fields of the administration. Its tabs are not among them. */
export function listAdminSettings(): AdminSetting[] {
  const entries: Record<AdminTabId, readonly (readonly [id: string, name: string, words: string])[]> = {
    configurations: [
      ["admins", getSectionTitle("admins"), "administrators rights Verwalter Rechte"],
      ["admins.addresses", t`Administrators of this site`, "admins add email Adresse hinzufügen"],
      ["rateLimit", getSectionTitle("rateLimit"), "chat rate limit budget spending Kosten Obergrenze Ausgaben"],
      ["rateLimit.period", t`Period`, "rate limit hourly daily monthly Zeitraum stündlich täglich monatlich Kosten"],
      ["promtCostAlert", getSectionTitle("promtCostAlert"), "prompt cost alert warning Kostenwarnung Hinweis"],
      ["promtCostAlert.isActive", t`Ask before an expensive message is sent`, "cost alert on Kosten Rückfrage teuer"],
      ["promtCostAlert.cost", t`Ask if the message costs more than`, "threshold dollars Schwelle Betrag Kosten"],
      ["promtCostAlert.alertMessage", t`Alert message`, "cost alert text Wortlaut Kosten Warnung"],
      ["amplifyGroups", getSectionTitle("amplifyGroups"), "amplify groups directory lists Verzeichnis Gruppen Listen"],
      ["amplifyGroups.new", t`New group`, "add create directory group anlegen Verzeichnisgruppe"],
      [
        "amplifyGroups.import",
        t`Import from CSV`,
        "upload directory groups members spreadsheet Tabelle Mitglieder einlesen",
      ],
    ],
    supportedModels: [
      ["models.default", t`Default model`, "standard Vorgabe Modell"],
      ["models.advanced", t`Default advanced model`, "best expensive bestes Modell anspruchsvoll"],
      ["models.cheapest", t`Default cheapest model`, "titles small Titel günstigstes Modell billig"],
      ["models.embeddings", t`Default embeddings model`, "search documents meaning Suche Dokumente Bedeutung"],
      ["models.qa", t`Default Q&A model`, "questions documents Fragen Dokumente"],
      ["models.add", t`Add a model`, "new prices windows groups neu Modell Preise Kontextfenster Gruppen hinzufügen"],
    ],
    applicationVariables: [
      ["variables.new", t`New variable`, "application variables value integration Variablen Wert"],
      ["secrets", getSectionTitle("applicationSecrets"), "keys passwords Geheimnisse Schlüssel Passwörter"],
      ["secrets.new", t`New secret`, "key password Schlüssel Passwort Geheimnis"],
    ],
    openaiEndpoints: [
      ["servers", t`Model servers`, "endpoints health refresh test remove Modellserver Zustand prüfen entfernen"],
      ["servers.connect", t`Connect a server`, "add model server key Modellserver verbinden Schlüssel"],
    ],
    featureFlags: [
      ["flags.person", t`Who has this?`, "features of a person email Funktionen einer Person prüfen"],
      ["flags.new", t`New feature`, "add feature flag program Funktion hinzufügen Programm"],
      // The names of programs are found in the words of documentation, too.
      ...Object.entries(getFlagTitles()).map(
        ([flag, title]) =>
          [`flags.${flag}`, title, `${flag} ${flagWords[flag as FlagName] ?? ""} feature Funktion`] as const,
      ),
    ],
    featureData: [
      [
        "adminGroups",
        getSectionTitle("assistantAdminGroups"),
        "groups public analysis limit budget take over Gruppen öffentlich Obergrenze übernehmen",
      ],
      ["templates", t`PowerPoint Templates`, "pptx presentation download Vorlagen Präsentation"],
      ["builtIn", t`Amplify Assistants`, "built-in assistants group mitgelieferte Assistenten Gruppe"],
      ["disclosure", t`Data disclosure`, "agreement acceptance pdf Vereinbarung Zustimmung Datenschutz"],
      ["apiDocumentation", t`API Documentation`, "postman csv pdf Schnittstelle Dokumentation"],
    ],
    operations: [
      ["operations.new", t`Function name`, "register op operation url token anlegen Operation Funktion Adresse"],
      ["operations.help", t`Understanding Ops`, "help operations Hilfe Operationen verstehen"],
      ["operations.manage", t`Manage Ops`, "edit delete operations bearbeiten löschen Operationen"],
    ],
    embeddings: [],
    integrations: [
      ["integrations.redirect", t`Redirect address`, "google OAuth callback URI URL Weiterleitung Adresse"],
      ["integrations.clientId", t`Client ID`, "google OAuth registration Kennung Registrierung"],
      ["integrations.clientSecret", t`Client secret`, "google OAuth key password Geheimnis Schlüssel"],
      [
        "integrations.enabled",
        t`What people can connect`,
        "google Calendar Sheets Docs Drive Forms Gmail Kalender Tabellen Formulare verbinden",
      ],
    ],
    people: [
      [
        "people.search",
        t`Search people`,
        "person user account block erase sign out sperren löschen abmelden Konto Personen",
      ],
      ["people.sort", t`Sort people by`, "last seen sign-in storage zuletzt angemeldet sortieren"],
    ],
    auditLog: [
      ["audit.actor", t`Who`, "audit log actor history Protokoll wer Verlauf"],
      ["audit.object", t`Object`, "audit log id changes Protokoll Objekt Änderungen"],
    ],
    quality: [
      [
        "quality.search",
        t`Search submissions`,
        "quality improvement shared chats Qualitätsverbesserung geteilte Chats",
      ],
    ],
    usage: [["usage", t`Usage`, "cost tokens spending report bills csv Nutzung Kosten Verbrauch Bericht Abrechnung"]],
    appearance: [
      ["appearance.name", t`Name of the product`, "branding title Produktname"],
      ["appearance.logo", t`Name and logo`, "picture branding Bild Zeichen"],
      ["appearance.color", t`Colour of links and buttons`, "accent color theme Farbe Akzent"],
      ["appearance.policy", t`Data policy`, "privacy link Datenschutz"],
      ["appearance.help", t`Help pages`, "link handbook Hilfe Handbuch"],
      ["appearance.questions", t`Address for questions`, "contact email Kontakt"],
      ["appearance.feedback", t`Address for feedback`, "support email Rückmeldung"],
      ["appearance.conditions", t`Conditions on the sign-in page`, "terms of use Nutzungsbedingungen Anmeldung"],
      ["appearance.banner", t`Text of the notice`, "banner announcement maintenance Ankündigung Wartung Hinweis"],
      ["appearance.starters", t`Ways to start`, "starters examples suggestions Beispiele Vorschläge"],
      ["appearance.storage", t`Where new chats are stored at first`, "cloud local browser storage Speicherort"],
    ],
  };
  return adminTabIds.flatMap((tab) => entries[tab].map(([id, name, words]) => ({ id, tab, name, words })));
}

/** What the titles of features do not say in the other language. */
const flagWords: Partial<Record<FlagName, string>> = {
  ragEnabled: "search documents Suche Dokumente",
  promptOptimizer: "wand rewrite Prompts verbessern Zauberstab",
  apiKeys: "programs API-Schlüssel Programme",
  memory: "remember facts Gedächtnis merken",
  uploadDocuments: "upload files hochladen Dateien",
  storeCloudConversations: "cloud storage chats speichern",
  pluginsOnInput: "plugins features over the chat Funktionen ein- und ausschalten",
  createAstAdminGroups: "create groups Gruppen anlegen",
  assistantAdminInterface: "assistants of groups Assistenten Gruppen verwalten",
  mtdCost: "cost of the month Kosten Monat",
  answerFeedback: "rate answers Antworten bewerten",
  shareLinks: "links to chats Links teilen",
  qiSummary: "summary feedback Qualitätsverbesserung Zusammenfassung Chats teilen",
  integrations: "google Calendar Drive Gmail connect Kalender verbinden",
  dataDisclosure: "agreement Vereinbarung Datenschutz",
};

/** Finds the settings with every word, those with the words in their names first. */
export function searchAdminSettings(settings: readonly AdminSetting[], search: string): AdminSetting[] {
  if (foldText(search).trim() === "") return [];
  const named = sortByWordStart(searchConversations(settings, search), search);
  const withWords = settings.map((setting) => {
    const { title, synonyms } = getTabTexts(setting.tab);
    return { setting, name: `${setting.name} ${setting.words} ${title} ${synonyms}` };
  });
  return [...new Set([...named, ...searchConversations(withWords, search).map(({ setting }) => setting)])];
}
