import { getFileTypeLabel } from "@lectern/contract";
import { t } from "@lingui/core/macro";

/** Returns the label of a media type in the language in use. */
export const formatFileType = (mediaType: string): string => translateTypeLabel(getFileTypeLabel(mediaType));

/** Returns a label of a file type in the language in use. Names of products and formats stay as they are. */
export function translateTypeLabel(label: string): string {
  switch (label) {
    case "Text":
      return t({ message: "Text", context: "file type" });
    case "Code":
      return t({ message: "Code", context: "file type" });
    // Not translated: a label of the contract.
    case "Rich text":
      return t`Rich text`;
    case "Email":
      return t`Email`;
    case "E-book":
      return t`E-book`;
    // Not translated: a label of the contract.
    case "OpenDocument sheet":
      return t`OpenDocument sheet`;
    // Not translated: a label of the contract.
    case "OpenDocument slides":
      return t`OpenDocument slides`;
    case "JPEG image":
      return t`JPEG image`;
    case "PNG image":
      return t`PNG image`;
    case "GIF image":
      return t`GIF image`;
    // Not translated: a label of the contract.
    case "WebP image":
      return t`WebP image`;
    case "Unknown":
      return t({ message: "Unknown", context: "file type" });
    default:
      return label;
  }
}
