import type { IntegrationId } from "@lectern/contract";
import type { BuiltInOperation } from "./builtInOperation.ts";
import { calendarOperations } from "./google/calendarOperations.ts";
import { docsOperations } from "./google/docsOperations.ts";
import { driveOperations } from "./google/driveOperations.ts";
import { formsOperations } from "./google/formsOperations.ts";
import { gmailOperations } from "./google/gmailOperations.ts";
import { sheetsOperations } from "./google/sheetsOperations.ts";

export const builtInOperations: readonly BuiltInOperation[] = [
  ...calendarOperations,
  ...docsOperations,
  ...driveOperations,
  ...formsOperations,
  ...gmailOperations,
  ...sheetsOperations,
];

const byId: ReadonlyMap<string, BuiltInOperation> = new Map(builtInOperations.map((each) => [each.id, each]));

/** Lists whose accounts built-in operations use. */
export const listIntegrationOperations = (): { id: string; integration: IntegrationId }[] =>
  builtInOperations.map(({ id, integration }) => ({ id, integration }));

export const findBuiltInOperation = (id: string): BuiltInOperation | undefined => byId.get(id);
