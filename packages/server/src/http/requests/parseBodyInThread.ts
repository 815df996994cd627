import { parseJson } from "../../core/parseJson.ts";
import { type BodyTask, runBodyParser } from "./bodyParsers.ts";

/** Runs in the background thread, for `parseBody`. */
export const run = (task: BodyTask): unknown => runBodyParser(task, parseJson);
