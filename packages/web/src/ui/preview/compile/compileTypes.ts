import type { ArtifactFile } from "../files/parseArtifactFiles.ts";
import type { PreviewProgram } from "../previewMessages.ts";

export interface CompileInput {
  files: ArtifactFile[];
  type: string;
  /** The libraries that are offered: their specifiers, and the ids of their modules. */
  libraries: Readonly<Record<string, string>>;
}

/**
 * Why an artifact cannot run. `syntax`: `detail` is the parser's message; `import`: `detail` is a specifier that is not
 * offered; `file`: `detail` is a file that does not exist; `cycle`: files that import each other; `template`: a Vue
 * template outside a .vue file; `style`: a language other than CSS; `entry`: no file could be started.
 */
export interface CompileProblem {
  kind: "syntax" | "import" | "file" | "cycle" | "template" | "style" | "entry";
  detail: string;
  file: string | null;
  line: number | null;
}

/** The program without the modules of its libraries, or all problems that were found. */
export type CompileResult = { program: PreviewProgram } | { problems: CompileProblem[] };

export class CompileError extends Error {
  readonly problem: CompileProblem;
  constructor(problem: CompileProblem) {
    super(problem.detail);
    this.problem = problem;
  }
}
