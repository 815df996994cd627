import { integrationTexts } from "@lectern/contract";
import type { PageLanguage } from "./pageLanguage.ts";

interface PageTexts {
  signInTitle: (productName: string) => string;
  signInLead: string;
  email: string;
  emailExample: string;
  emailProblem: string;
  signIn: string;
  evaluationTitle: string;
  evaluationNote: string;
  failedTitle: string;
  tryAgain: string;
  request: string;
  connected: (integrationName: string) => string;
  notConnected: string;
  closeWindow: string;
  /** Translates the reason of a failure, which is English; returns it as it is if there is no translation. */
  translateReason: (reason: string) => string;
}

/** The texts of the pages that the server renders itself. All other texts for people are those of the web app. */
export const pageTexts: Readonly<Record<PageLanguage, PageTexts>> = {
  en: {
    signInTitle: (productName) => `Sign in to ${productName}`,
    signInLead: "Your email address is all you need here. Use the same address again to see the same chats.",
    email: "Email address",
    emailExample: "name@university.edu",
    emailProblem: "Enter an email address, such as name@university.edu.",
    signIn: "Sign in",
    evaluationTitle: "For evaluation on this machine",
    evaluationNote:
      "There is no password: anyone who can reach this page can sign in as anyone. Institutions connect their own sign-in.",
    failedTitle: "Sign-in failed",
    tryAgain: "Try again",
    request: "Request",
    connected: (integrationName) => `${integrationName} is connected.`,
    notConnected: integrationTexts.failed,
    closeWindow: "You can close this window.",
    translateReason: (reason) => reason,
  },
  de: {
    signInTitle: (productName) => `Bei ${productName} anmelden`,
    signInLead: "Hier genügt Ihre E-Mail-Adresse. Mit derselben Adresse sehen Sie beim nächsten Mal dieselben Chats.",
    email: "E-Mail-Adresse",
    emailExample: "name@einrichtung.de",
    emailProblem: "Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@einrichtung.de.",
    signIn: "Anmelden",
    evaluationTitle: "Zum Ausprobieren auf diesem Rechner",
    evaluationNote:
      "Es gibt kein Passwort: Wer diese Seite erreicht, kann sich unter jeder Adresse anmelden. Einrichtungen binden ihre eigene Anmeldung ein.",
    failedTitle: "Die Anmeldung ist fehlgeschlagen",
    tryAgain: "Erneut versuchen",
    request: "Anfrage",
    connected: (integrationName) => `${integrationName} ist verbunden.`,
    notConnected: "Ein Fehler ist aufgetreten. Bitte versuchen Sie es noch einmal.",
    closeWindow: "Sie können dieses Fenster schließen.",
    translateReason: (reason) => germanReasons[reason] ?? reason,
  },
};

const germanReasons: Readonly<Record<string, string>> = {
  "Without an identity provider, you can sign in only on the machine that runs this server, and not through a proxy. Its administrator can set OIDC_ISSUER or EMBEDDED_SIGN_IN.":
    "Ohne Anmeldedienst können Sie sich nur auf dem Rechner anmelden, auf dem dieser Server läuft, und nicht über einen Proxy. Seine Administration kann OIDC_ISSUER oder EMBEDDED_SIGN_IN setzen.",
  "This sign-in wasn’t started in this browser, is already complete, or has expired.":
    "Diese Anmeldung wurde nicht in diesem Browser begonnen, ist schon abgeschlossen oder abgelaufen.",
  "This sign-in wasn’t started in this browser, is already complete, or took longer than 10 minutes.":
    "Diese Anmeldung wurde nicht in diesem Browser begonnen, ist schon abgeschlossen oder hat länger als 10 Minuten gedauert.",
  "The identity provider didn’t provide your email address.":
    "Der Anmeldedienst hat Ihre E-Mail-Adresse nicht übermittelt.",
  "The identity provider couldn’t be reached. Please try again in a minute.":
    "Der Anmeldedienst war nicht erreichbar. Bitte versuchen Sie es in einer Minute noch einmal.",
  "The identity provider didn’t sign you in, or you cancelled the sign-in.":
    "Der Anmeldedienst hat Sie nicht angemeldet, oder Sie haben die Anmeldung abgebrochen.",
  "This sign-in couldn’t be verified.": "Diese Anmeldung konnte nicht geprüft werden.",
  "You are signed out. Please sign in, and connect it again.":
    "Sie sind abgemeldet. Bitte melden Sie sich an und verbinden Sie das Konto noch einmal.",
  "This connection wasn’t started in this browser, is already complete, or took longer than 10 minutes.":
    "Diese Verbindung wurde nicht in diesem Browser begonnen, ist schon abgeschlossen oder hat länger als 10 Minuten gedauert.",
  "This integration is not available. An administrator may have disabled it.":
    "Diese Integration ist nicht verfügbar. Vielleicht hat die Administration sie abgeschaltet.",
  "This integration can’t be used at the moment. An administrator must enter its client secret again.":
    "Diese Integration kann gerade nicht verwendet werden. Die Administration muss ihr Client-Secret neu eingeben.",
  "You didn’t allow everything that this integration needs. Please connect it again, and select all boxes on the provider’s page.":
    "Sie haben nicht alles erlaubt, was diese Integration braucht. Bitte verbinden Sie sie noch einmal, und wählen Sie auf der Seite des Anbieters alle Kästchen aus.",
  "You didn’t allow the connection, or you cancelled it.": "Sie haben die Verbindung nicht erlaubt oder abgebrochen.",
  "The provider doesn’t accept this server. An administrator must check the client ID and its secret.":
    "Der Anbieter akzeptiert diesen Server nicht. Die Administration muss die Client-ID und das Secret prüfen.",
  "The provider couldn’t be reached. Please try again in a minute.":
    "Der Anbieter war nicht erreichbar. Bitte versuchen Sie es in einer Minute noch einmal.",
  "This connection couldn’t be verified.": "Diese Verbindung konnte nicht geprüft werden.",
  "This feature is turned off.": "Diese Funktion ist ausgeschaltet.",
  "The request couldn’t be read.": "Die Anfrage konnte nicht gelesen werden.",
};
