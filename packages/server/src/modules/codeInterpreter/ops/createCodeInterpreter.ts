import { randomUUID } from "node:crypto";
import { createCodeInterpreter } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";

/** Nothing is stored: an id is a name among the caller's own, and files are rows of their owner. */
export const createCodeInterpreterHandler = implement(createCodeInterpreter, async () => ({
  assistantId: randomUUID(),
}));
