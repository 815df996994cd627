import { generalAccount, type UsageDimension, type UsageValue } from "@lectern/contract";
import type { Db } from "../../../platform/db/database.ts";
import { listKeyNames } from "../../apiKeys/service.ts";
import { deletedAssistantId } from "./deletedAssistantId.ts";
import { listAssistantNames, listModelNames, listPrincipalNames } from "./repository.ts";

/** Says what ids of a dimension stand for, with their names where these still exist. Returns the values in the same order. */
export async function describeValues(db: Db, dimension: UsageDimension, ids: readonly string[]): Promise<UsageValue[]> {
  const describe = await createDescriber(db, dimension, ids);
  const none = { kind: "none", name: null, email: null } as const;
  return ids.map((id) => ({ id, ...(id === "" ? none : describe(id)) }));
}

type Describer = (id: string) => Omit<UsageValue, "id">;

async function createDescriber(db: Db, dimension: UsageDimension, ids: readonly string[]): Promise<Describer> {
  switch (dimension) {
    case "model": {
      const models = byId(await listModelNames(db, ids));
      return (id) => ({ kind: "model", name: models.get(id)?.name ?? id, email: null });
    }
    case "account":
      return (id) => ({ kind: "account", name: id === generalAccount.id ? generalAccount.name : id, email: null });
    case "key": {
      const keys = byId(await listKeyNames(db, ids));
      return (id) => ({ kind: "key", name: keys.get(id)?.name ?? null, email: null });
    }
    case "group":
    case "person": {
      const principals = byId(await listPrincipalNames(db, ids));
      return (id) => principals.get(id) ?? { kind: dimension, name: null, email: null };
    }
    case "assistant": {
      const assistants = byId(await listAssistantNames(db, ids));
      return (id) => {
        const { isPersonal = false, name = null, email = null } = assistants.get(id) ?? {};
        if (id === deletedAssistantId) return { kind: "deleted", name, email };
        return { kind: isPersonal ? "personalAssistant" : "assistant", name, email };
      };
    }
    default:
      return dimension satisfies never;
  }
}

const byId = <Found extends { id: string }>(found: readonly Found[]) => new Map(found.map((each) => [each.id, each]));
