import { deletePythonFunction, type PythonFunction, registerPythonFunction } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { call } from "../../../lib/call.ts";
import { queryClient } from "../../../lib/queryClient.ts";
import { notifyUndoable } from "../../../ui/notices/notify.tsx";
import { pythonFunctionsQuery } from "./pythonFunctionsQuery.ts";

const refresh = () => queryClient.invalidateQueries(pythonFunctionsQuery);

async function store({ name, code }: Pick<PythonFunction, "name" | "code">): Promise<void> {
  await call(registerPythonFunction, { function_name: name, code });
  await refresh();
}

async function remove(name: string): Promise<void> {
  await call(deletePythonFunction, { function_name: name });
  await refresh();
}

/** Saves a function, in place of one of the same name. Says so, and offers to undo it. Rejects if the server refuses it. */
export async function saveFunction(name: string, code: string): Promise<void> {
  const { functions } = await queryClient.fetchQuery({ ...pythonFunctionsQuery, staleTime: 0 });
  const before = functions.find((each) => each.name === name);
  await store({ name, code });
  notifyUndoable({
    kind: `${before ? "replace" : "save"}Function:${name}`,
    group: "saveFunction",
    ids: [name],
    describe: () => (before ? t`“${name}” was replaced in your functions.` : t`“${name}” was saved to your functions.`),
    undo: () => (before ? store(before) : remove(name)),
  });
}

/** Deletes a function, and offers to undo it. Rejects if it could not be deleted. */
export async function deleteFunction(deleted: PythonFunction): Promise<void> {
  await remove(deleted.name);
  notifyUndoable({
    kind: "deleteFunction",
    ids: [deleted.name],
    describe: (count) => plural(count, { one: "# function was deleted.", other: "# functions were deleted." }),
    undo: () => store(deleted),
  });
}
