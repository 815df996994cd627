import type { ArtifactContent } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { notifyInfo } from "../../../ui/notices/notify.tsx";
import { saveFile } from "../../../ui/saveFile.ts";
import { toArtifactFile } from "./artifactFile.ts";

/** Programs for email cut or refuse longer links. */
const maxLinkCharacters = 1_900;

/**
 * Opens a new email with an artifact. If the artifact is too long for that, it is saved as a file, which the person
 * attaches.
 */
export function sendByEmail(content: ArtifactContent): void {
  const { name, contents } = content;
  const link = contents.length > maxLinkCharacters ? null : buildLink(name, contents);
  if (link !== null && link.length <= maxLinkCharacters) {
    openLink(link);
    return;
  }
  const file = toArtifactFile(content);
  const fileName = file.name;
  saveFile(file, fileName);
  openLink(buildLink(name, t`The artifact is in the attached file “${fileName}”.`));
  notifyInfo("artifactEmail", t`“${fileName}” was downloaded. Attach it to the email.`);
}

/** Exported for the tests. */
export const buildLink = (subject: string, body: string) =>
  `mailto:?subject=${encode(subject)}&body=${encode(body.replaceAll(/\r?\n/g, "\r\n"))}`;

/** `encodeURIComponent` throws on half of a character. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed());

function openLink(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.click();
}
