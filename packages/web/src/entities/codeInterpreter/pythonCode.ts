import { pythonToolName, type ToolStep } from "@lectern/contract";

/** Returns the code that a step runs; null: it runs none, or its arguments are damaged. */
export function readPythonCode({ tool, arguments: json }: Pick<ToolStep, "tool" | "arguments">): string | null {
  if (tool !== pythonToolName) return null;
  try {
    const parsed: unknown = JSON.parse(json);
    const code = typeof parsed === "object" && parsed !== null && "code" in parsed ? parsed.code : null;
    return typeof code === "string" ? code : null;
  } catch {
    return null;
  }
}

/** True if the step runs Python. */
export const isPythonStep = ({ tool }: Pick<ToolStep, "tool">): boolean => tool === pythonToolName;

/** True if a browser has to run the step before the answer continues. */
export const waitsForBrowser = ({ state, runsInBrowser }: ToolStep): boolean =>
  state === "waiting" && runsInBrowser === true;
