import type { CustomApiDraft } from "../../draft/customApiDraft.ts";
import type { ApiProblems } from "../../draft/findApiProblems.ts";

/** What the fields of a custom API get. */
export interface ApiFieldsProps {
  api: CustomApiDraft;
  /** What the draft started from; null: it is new, or not known. */
  saved: CustomApiDraft | null;
  problems: ApiProblems;
  onChange: (changes: Partial<CustomApiDraft>) => void;
}
