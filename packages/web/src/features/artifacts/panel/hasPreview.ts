import type { ArtifactType } from "@lectern/contract";

const types: ReadonlySet<ArtifactType> = new Set(["static", "vanilla", "react", "vue", "text", "json", "csv", "svg"]);

/** True if an artifact of this type is shown as what it is at first. Of the others, the code says more. */
export const hasPreview = (type: ArtifactType): boolean => types.has(type);
