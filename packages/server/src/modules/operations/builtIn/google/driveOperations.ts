import { type BuiltInOperation, pageToken, required } from "../builtInOperation.ts";

const integration = "google_drive";
const files = "/drive/v3/files";

/** https://developers.google.com/workspace/drive/api/reference/rest/v3/files */
export const driveOperations: readonly BuiltInOperation[] = [
  {
    id: "google_drive_search_files",
    integration,
    description:
      "Finds files in the person’s Google Drive, and in the shared drives of which they are a member. `incompleteSearch` is true if not all drives were searched.",
    method: "GET",
    path: `${files}?q=\${query}&corpora=allDrives&pageSize=30&supportsAllDrives=true&includeItemsFromAllDrives=true&pageToken=\${pageToken}&fields=nextPageToken,incompleteSearch,files(id,name,mimeType,modifiedTime,size,webViewLink,owners(emailAddress))`,
    params: [
      required(
        "query",
        "In Google Drive’s query language, such as: fullText contains 'budget' and mimeType = 'application/vnd.google-apps.spreadsheet' and trashed = false",
      ),
      pageToken,
    ],
  },
  {
    id: "google_drive_export_file",
    integration,
    description: "Reads a Google Docs, Sheets or Slides file of the person’s Google Drive as text.",
    method: "GET",
    path: `${files}/\${fileId}/export?mimeType=\${mimeType}`,
    params: [
      required("fileId", "The id of the file."),
      required("mimeType", "text/plain for Docs and Slides, text/csv for the first sheet of a spreadsheet."),
    ],
  },
];
