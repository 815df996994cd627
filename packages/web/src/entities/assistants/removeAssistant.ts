import { deleteAssistant } from "@lectern/contract";
import { call } from "../../lib/call.ts";
import { queryClient } from "../../lib/queryClient.ts";

/** Deletes an assistant. The lists that had it are read again. Rejects if the server refuses. */
export async function removeAssistant(assistantId: string): Promise<void> {
  await call(deleteAssistant, { assistantId });
  void queryClient.invalidateQueries({ queryKey: ["assistants"] });
  void queryClient.invalidateQueries({ queryKey: ["groups"] });
}
