import { type AuditEntry, ConfigType } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { formatList, formatNumber } from "../../../lib/i18n/formats.ts";
import { getSectionTitle } from "../sectionTitles.ts";
import { splitWords } from "../splitWords.ts";
import type { AuditedNames } from "./auditQueries.ts";

/** The name under which the log shows what the server did by itself. */
export const getSystemName = (): string => t({ message: "System", context: "the server itself" });

/** What was done. A verb without a text is shown as it is recorded. */
export function getVerbText(verb: string): string {
  const texts: Record<string, string> = {
    addMembers: t`Added members`,
    appointSuccessor: t`Appointed a successor`,
    block: t`Blocked`,
    changeAnalysis: t`Changed the analysis`,
    changeAvailability: t`Changed the availability`,
    changeDirectoryGroups: t`Changed the groups of the directory`,
    changeIncludes: t`Changed the groups in it`,
    changeLevels: t`Changed levels of access`,
    changeLimit: t`Changed the limit`,
    changeKeyLimit: t`Changed the limit of the API key`,
    changeMembers: t`Changed members`,
    changeTypes: t`Changed the types`,
    configure: t`Changed the configuration`,
    connect: t({ message: "Connected", context: "verb of the audit log" }),
    create: t`Created`,
    createLink: t`Created a link`,
    deactivate: t`Deactivated`,
    delete: t`Deleted`,
    disconnect: t({ message: "Disconnected", context: "verb of the audit log" }),
    drop: t`Gave up a right`,
    erase: t`Erased`,
    export: t`Exported`,
    grant: t`Gave rights`,
    leave: t`Left`,
    list: t({ message: "Listed", context: "verb of the audit log" }),
    open: t({ message: "Opened", context: "verb of the audit log" }),
    openConversation: t`Opened another person’s chat`,
    register: t`Registered`,
    removeMembers: t`Removed members`,
    replaceKey: t`Replaced the key`,
    reportLeaked: t`Reported as leaked`,
    resolveInvitations: t`Accepted invitations`,
    retryEmbedding: t`Restarted an embedding`,
    reveal: t`Showed the secret`,
    revoke: t`Took rights away`,
    save: t`Saved`,
    signOut: t`Signed out everywhere`,
    takeOver: t`Took over`,
    terminateEmbedding: t`Terminated an embedding`,
    unblock: t`Unblocked`,
    update: t`Changed`,
    upload: t`Uploaded`,
    withdraw: t`Withdrew`,
  };
  return (Object.hasOwn(texts, verb) && texts[verb]) || splitWords(verb);
}

/** What it was done to. */
export function getObjectTypeText(objectType: string): string {
  const texts: Record<string, string> = {
    analysisRecord: t({ message: "Analysed chat", context: "object" }),
    apiKey: t({ message: "API key", context: "object" }),
    apiDocumentation: t({ message: "API documentation", context: "object" }),
    artifact: t({ message: "Artifact", context: "object" }),
    assistant: t({ message: "Assistant", context: "object" }),
    auditLog: t({ message: "Audit log", context: "object" }),
    configuration: t({ message: "Configuration", context: "object" }),
    directoryGroup: t({ message: "Group of the directory", context: "object" }),
    disclosureAcceptances: t({ message: "Acceptances of the data disclosure", context: "object" }),
    document: t({ message: "Document", context: "object" }),
    file: t({ message: "File", context: "object" }),
    group: t({ message: "Group", context: "object" }),
    integration: t({ message: "Integration", context: "object" }),
    operation: t({ message: "Op", context: "object" }),
    person: t({ message: "Person", context: "object" }),
    pptxTemplate: t({ message: "PowerPoint template", context: "object" }),
    principal: t({ message: "Account", context: "object" }),
    qualitySubmission: t({ message: "Submission for quality improvement", context: "object" }),
    service: t({ message: "Service", context: "object" }),
    share: t({ message: "Shared snapshot", context: "object" }),
  };
  return (Object.hasOwn(texts, objectType) && texts[objectType]) || splitWords(objectType);
}

export function getActorName({ actorId }: Pick<AuditEntry, "actorId">, names: AuditedNames): string {
  return actorId === null ? getSystemName() : nameId(actorId, names);
}

/** Returns what an id stands for, or the id. Addresses and texts that the log must not contain are hidden in it. */
export function nameId(id: string, names: AuditedNames): string {
  const found = Object.hasOwn(names, id) ? names[id] : undefined;
  if (found?.kind === "erasedPerson") return t`Erased person`;
  if (found) return found.name;
  const [, kind, hash = ""] = /^(email|text):([\w-]+)$/.exec(id) ?? [];
  const mark = hash.slice(0, 8);
  if (kind === "email") return t`Hidden address ${mark}`;
  return kind === "text" ? t`Hidden text ${mark}` : id;
}

/** Returns the name of an object: of a part of the configuration that of its section, of others what `nameId` returns. */
export function nameObject(objectType: string, id: string, names: AuditedNames): string {
  if (objectType !== "configuration") return nameId(id, names);
  const isSection = (text: string): text is ConfigType => ConfigType.options.some((type) => type === text);
  if (isSection(id)) return getSectionTitle(id);
  const texts: Record<string, string> = {
    dataDisclosure: t`Data disclosure`,
    firstSteps: t`First steps`,
    modelServer: t`Model servers`,
  };
  return (Object.hasOwn(texts, id) && texts[id]) || splitWords(id);
}

const maxListedObjects = 3;

export function describeObjects(
  { objectType, objectIds }: Pick<AuditEntry, "objectType" | "objectIds">,
  names: AuditedNames,
): string {
  const listed = objectIds.slice(0, maxListedObjects).map((id) => nameObject(objectType, id, names));
  const others = formatNumber(objectIds.length - listed.length);
  return formatList(objectIds.length > listed.length ? [...listed, t`${others} more`] : listed);
}

/** Formats a value of a setting for people. */
export function formatSetting(value: unknown, names: AuditedNames): string {
  if (value === undefined) return "–";
  if (['""', "[]", "{}"].includes(JSON.stringify(value))) return t({ message: "Empty", context: "setting" });
  if (value === null) return t({ message: "None", context: "setting" });
  if (typeof value === "boolean")
    return value ? t({ message: "On", context: "setting" }) : t({ message: "Off", context: "setting" });
  if (typeof value === "number") return formatNumber(value, { maximumFractionDigits: 20 });
  if (typeof value === "string") {
    return value === "***" ? t({ message: "Hidden", context: "setting" }) : nameId(value, names);
  }
  if (Array.isArray(value)) return value.map((item) => formatSetting(item, names)).join(", ");
  return JSON.stringify(value);
}
