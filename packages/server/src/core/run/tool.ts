import type { BrowserToolResult, ChatEvent, JsonObject, StatusEntry } from "@lectern/contract";
import * as z from "zod/mini";

/** What a tool returns to the model. */
export interface ToolResult {
  text: string;
  /** True if the model should know that the call did not succeed. */
  isError?: boolean;
  /** True if the person has stopped the call, which is then not shown as failed. */
  wasStopped?: boolean;
  /** What the model is told after the text, and people do not see. */
  modelNote?: string;
  /** Events of the answer, such as new sources. */
  events?: readonly ChatEvent[];
  /** What the person reads instead of a further answer of the model; absent: the model goes on. */
  pause?: string;
}

export interface ToolCallContext {
  /** Aborts when the run is stopped or the call takes too long. */
  signal: AbortSignal;
  /** Shows the person how a call gets on. */
  report(status: StatusEntry): void;
}

interface ToolDefinition {
  /** The name that the model uses: letters, digits, `_` and `-`. */
  name: string;
  /** What the tool does, for people. */
  title: string;
  /** What the tool does and when to use it, for the model. */
  description: string;
  /** JSON Schema of the arguments. */
  parameters: JsonObject;
  /** The number of calls in one answer. */
  maxCalls: number;
}

/** A tool whose calls the server makes. */
export interface ServerTool extends ToolDefinition {
  runsInBrowser?: never;
  /** True if a person has to approve each call. */
  needsApproval: boolean;
  /** What the person is asked then; absent: a question with the tool's title. */
  approvalQuestion?: string;
  /**
   * True if the person reads the arguments even where those of other tools are hidden: nobody can approve what they cannot
   * read.
   */
  showsArguments?: boolean;
  /** Differs if a call would do something else. Who has allowed a call has allowed what the tool did then. */
  fingerprint?: string;
  /** Time limit of one call. */
  timeoutMs: number;
  /** Parses the arguments and runs the tool. Rejects if the tool fails. */
  run(args: unknown, context: ToolCallContext): Promise<ToolResult>;
}

/** A tool whose calls the browser makes that shows the answer. The run waits for it, as for an approval. */
export interface BrowserTool extends ToolDefinition {
  runsInBrowser: true;
  /** Returns what is wrong with the arguments, for the model; null if a browser can make the call. */
  findIssue(args: unknown): string | null;
  /** Takes what the browser has returned. */
  accept(result: BrowserToolResult): Promise<ToolResult>;
}

/** A tool that the model may call while it answers. */
export type RunTool = ServerTool | BrowserTool;

/** The tools for documents. Operations get other names. */
export const documentToolNames = { search: "search_documents", open: "open_passage" } as const;

const defaultTimeoutMs = 30_000;
const defaultMaxCalls = 20;

/** Defines a tool whose arguments match `input`. Invalid arguments are reported to the model. */
export function defineTool<Input extends z.ZodMiniType>({
  name,
  title,
  description,
  input,
  needsApproval = false,
  maxCalls = defaultMaxCalls,
  timeoutMs = defaultTimeoutMs,
  run,
}: Pick<ServerTool, "name" | "title" | "description"> &
  Partial<Pick<ServerTool, "needsApproval" | "maxCalls" | "timeoutMs">> & {
    input: Input;
    run: (input: z.infer<Input>, context: ToolCallContext) => Promise<ToolResult>;
  }): ServerTool {
  return {
    ...{ name, title, description, needsApproval, maxCalls, timeoutMs },
    parameters: toParameters(input),
    async run(args, context) {
      const parsedInput = z.safeParse(input, args);
      return parsedInput.success
        ? run(parsedInput.data, context)
        : { text: describeIssues(parsedInput.error), isError: true };
    },
  };
}

/** Defines a tool whose calls a browser makes, with arguments that match `input`. */
export function defineBrowserTool({
  input,
  ...tool
}: Omit<BrowserTool, "runsInBrowser" | "parameters" | "findIssue"> & { input: z.ZodMiniType }): BrowserTool {
  return {
    ...tool,
    runsInBrowser: true,
    parameters: toParameters(input),
    findIssue(args) {
      const { success, error } = z.safeParse(input, args);
      return success ? null : describeIssues(error);
    },
  };
}

function toParameters(input: z.ZodMiniType): JsonObject {
  const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: "input" });
  return parameters;
}

function describeIssues({ issues }: z.core.$ZodError): string {
  const texts = issues.map(({ path, message }) => `${path.join(".") || "arguments"}: ${message}`);
  return `The arguments are invalid. ${texts.join("; ")}`;
}
