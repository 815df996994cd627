import type { CustomApiDraft } from "../../draft/customApiDraft.ts";
import type { ApiProblems } from "../../draft/findApiProblems.ts";

export interface ApiFieldsProps {
  api: CustomApiDraft;
  problems: ApiProblems;
  onChange: (changes: Partial<CustomApiDraft>) => void;
}
