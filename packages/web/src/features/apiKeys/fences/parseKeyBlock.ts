import { EditableRateLimit, type KeyScope, keyScopes, limits, normalizeAccessTypes } from "@lectern/contract";
import * as z from "zod/mini";
import { isPast } from "../keyDrafts.ts";

const AccessTypes = z.array(z.enum([...keyScopes, "upload_file"])).check(z.minLength(1), z.maxLength(20));

/** Models write amounts as numbers, too. */
const AmountOrText = z.pipe(
  z.transform((value: unknown) => (typeof value === "number" ? String(Math.round(value * 100) / 100) : value)),
  EditableRateLimit.shape.rate,
);

/** What a block may propose for a key. Who owns it, whom it acts for and who pays are for the person alone. */
const Settings = {
  accessTypes: z.optional(AccessTypes),
  rateLimit: z.optional(z.extend(EditableRateLimit, { rate: AmountOrText })),
  expirationDate: z.optional(z.nullable(z.iso.date())),
};

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.apiKeyNameLength));
const NewKey = z.object({
  appName: z.optional(name),
  appDescription: z.optional(z.string().check(z.maxLength(limits.apiKeyDescriptionLength))),
  ...Settings,
});
const NamedKey = z
  .object({ apiKeyId: z.optional(z.string().check(z.minLength(1), z.maxLength(300))), appName: z.optional(name) })
  .check(z.refine(({ apiKeyId, appName }) => apiKeyId !== undefined || appName !== undefined));
const ChangedKey = z.intersection(
  NamedKey,
  z.object({
    updates: z.object(Settings).check(z.refine((updates) => Object.values(updates).some((each) => each !== undefined))),
  }),
);

const KeyBlock = z.discriminatedUnion("OP", [
  z.object({ OP: z.literal("CREATE"), DATA: NewKey }),
  z.object({ OP: z.literal("UPDATE"), DATA: ChangedKey }),
  z.object({ OP: z.literal("GET"), DATA: NamedKey }),
  z.object({ OP: z.literal("DEACTIVATE"), DATA: NamedKey }),
]);

export interface ProposedSettings {
  accessTypes?: KeyScope[];
  rateLimit?: z.infer<typeof EditableRateLimit>;
  expirationDate?: string | null;
}

/** The key that a block is about. */
export interface KeyReference {
  apiKeyId?: string | undefined;
  appName?: string | undefined;
}

export type KeyProposal =
  | { op: "CREATE"; name: string; description: string; settings: ProposedSettings }
  | { op: "UPDATE"; reference: KeyReference; settings: ProposedSettings }
  | { op: "GET" | "DEACTIVATE"; reference: KeyReference };

/** Parses an `APIkey` block; null: it is malformed, or would change nothing. Pure but for the day. */
export function parseKeyBlock(code: string): KeyProposal | null {
  const parsed = z.safeParse(KeyBlock, parseJson(code));
  if (!parsed.success) return null;
  const { OP: op, DATA: data } = parsed.data;
  switch (op) {
    case "CREATE": {
      const { appName = "", appDescription = "", ...settings } = data;
      return { op, name: appName, description: appDescription, settings: toSettings(settings) };
    }
    case "UPDATE": {
      const settings = toSettings(data.updates);
      return Object.keys(settings).length > 0 ? { op, reference: toReference(data), settings } : null;
    }
    case "GET":
    case "DEACTIVATE":
      return { op, reference: toReference(data) };
    default:
      return op satisfies never;
  }
}

const toReference = ({ apiKeyId, appName }: KeyReference): KeyReference => ({ apiKeyId, appName });

function toSettings({ accessTypes, rateLimit, expirationDate }: z.infer<z.ZodMiniObject<typeof Settings>>) {
  const settings: ProposedSettings = {};
  if (accessTypes) {
    settings.accessTypes = normalizeAccessTypes(
      accessTypes.map((type) => (type === "upload_file" ? "file_upload" : type)),
    );
  }
  if (rateLimit) settings.rateLimit = rateLimit;
  // A day that has passed is as good as none.
  if (expirationDate !== undefined && !isPast(expirationDate)) settings.expirationDate = expirationDate;
  return settings;
}

function parseJson(code: string): unknown {
  try {
    return JSON.parse(code);
  } catch {
    return null;
  }
}
