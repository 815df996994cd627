import type { BrowserToolResult } from "@lectern/contract";

// Not translated: the model reads these texts.
export const modelTexts = {
  noOutput: "The code ran and printed nothing.",
  standardError: "Standard error:",
  shownFiles: (names: string) => `Files that the person now sees: ${names}`,
  hiddenFiles: (names: string) => `Files that the person cannot see: ${names}`,
  filesNotUploaded: (names: string) =>
    `Files that only the person’s browser keeps, because their upload failed: ${names}`,
  documents: (names: string) => `Documents in the working folder: ${names}`,
  unreadDocuments: (names: string) => `Documents that could not be read: ${names}`,
  restarted: "The interpreter was restarted: variables and files of earlier code are gone.",
  badArguments: 'The arguments are not {"code": string}.',
  timeout: (seconds: number) => `The code was stopped because it ran for more than ${seconds} seconds.`,
  stopped: "The person stopped the code.",
  crashed: "Python crashed, for example because the code needed too much memory.",
  noFunctions: "The person’s own functions could not be loaded.",
  unavailable: "Python could not be started in the person’s browser.",
};

/** What a call returns if not even the code that runs Python could be loaded. */
export const unavailableResult: BrowserToolResult = {
  ...{ text: modelTexts.unavailable, isError: true, files: [] },
  ...{ hasInterpreterFailed: true, threadId: null },
};
