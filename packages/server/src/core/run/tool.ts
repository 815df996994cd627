import type { ChatEvent, JsonObject, StatusEntry } from "@lectern/contract";
import * as z from "zod/mini";

/** What a tool returns to the model. */
export interface ToolResult {
  text: string;
  /** True if the model should know that the call did not succeed. */
  isError?: boolean;
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

/** A tool that the model may call while it answers. */
export interface RunTool {
  /** The name that the model uses: letters, digits, `_` and `-`. */
  name: string;
  /** What the tool does, for people. */
  title: string;
  /** What the tool does and when to use it, for the model. */
  description: string;
  /** JSON Schema of the arguments. */
  parameters: JsonObject;
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
  /** The number of calls in one answer. */
  maxCalls: number;
  /** Time limit of one call. */
  timeoutMs: number;
  /** Parses the arguments and runs the tool. Rejects if the tool fails. */
  run(args: unknown, context: ToolCallContext): Promise<ToolResult>;
}

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
}: Pick<RunTool, "name" | "title" | "description"> &
  Partial<Pick<RunTool, "needsApproval" | "maxCalls" | "timeoutMs">> & {
    input: Input;
    run: (input: z.infer<Input>, context: ToolCallContext) => Promise<ToolResult>;
  }): RunTool {
  const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: "input" });
  return {
    ...{ name, title, description, needsApproval, maxCalls, timeoutMs },
    parameters,
    async run(args, context) {
      const parsedInput = z.safeParse(input, args);
      if (parsedInput.success) return run(parsedInput.data, context);
      const issues = parsedInput.error.issues.map(
        ({ path, message }) => `${path.join(".") || "arguments"}: ${message}`,
      );
      return { text: `The arguments are invalid. ${issues.join("; ")}`, isError: true };
    },
  };
}
