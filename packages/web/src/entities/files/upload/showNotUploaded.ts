import { plural } from "@lingui/core/macro";
import { createJoinedNotice } from "../../../ui/notices/createJoinedNotice.ts";
import { showInfoNotice } from "../../../ui/notices/showNotice.ts";

/** Why a document was not uploaded: it is attached already, or already among the person's files. */
export type IdenticalPlace = "draft" | "files";

/** Shows that a document was not uploaded. Several documents share a notice. */
export function showNotUploaded(name: string, place: IdenticalPlace): void {
  join(`identicalFile:${place}`, { name, place });
}

const join = createJoinedNotice<{ name: string; place: IdenticalPlace }>({
  show({ id, items, onClose }) {
    const [{ name, place }] = items;
    const text =
      place === "draft"
        ? plural(items.length, {
            one: `“${name}” is already attached.`,
            other: "# files are already attached.",
          })
        : plural(items.length, {
            one: `“${name}” is already in your files, so it wasn’t uploaded again.`,
            other: "# files are already in your files, so they weren’t uploaded again.",
          });
    return showInfoNotice(id, text, { onClose });
  },
});
