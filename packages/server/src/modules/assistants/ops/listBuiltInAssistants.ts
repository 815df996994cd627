import { listBuiltInAssistants } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { findBuiltInGroup } from "../../groups/service.ts";
import { getCopyName } from "../builtIn/copyBuiltInAssistant.ts";
import { systemAssistants } from "../builtIn/systemAssistants.ts";
import { findNamedVersions } from "../repository.ts";

export const listBuiltInAssistantsHandler = implement(listBuiltInAssistants, async ({ db }) => {
  const group = await findBuiltInGroup(db);
  const copyNames = systemAssistants.map(({ content }) => getCopyName(content.name));
  const copies = group ? await findNamedVersions(db, group.id, copyNames) : [];
  return {
    group: group ? { id: group.wireId, name: group.name } : null,
    assistants: systemAssistants.map(({ id, content: { name, description } }) => ({
      assistantId: id,
      name,
      description,
      hasCopy: copies.some((copy) => copy.name === getCopyName(name)),
    })),
  };
});
