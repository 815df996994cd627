/** Limits that the browser, the server and the documentation share. Lengths are in UTF-16 code units unless named otherwise. */
export const limits = {
  conversationNameLength: 400,
  /** One message: about ten novels. The model's window is the limit that a person meets. */
  messageLength: 4_000_000,
  messageNoticeLength: 1_000,
  messagesPerCall: 2_000,
  messagesPerConversation: 50_000,
  /** All messages of one conversation together: whoever opens it holds all of them in memory. */
  conversationBytes: 32_000_000,
  statusesPerMessage: 500,
  tagsPerItem: 100,
  tagLength: 200,
  systemPromptLength: 200_000,
  functionsPerCall: 128,
  /** Functions that one answer may ask for. */
  toolCallsPerAnswer: 500,
  functionDescriptionLength: 10_000,
  /** Deepest nesting of any JSON that a client sends. */
  jsonDepth: 32,
  /** Items and members in all lists and objects of one call together; a list of numbers counts as one. */
  jsonValues: 250_000,
  /** Bytes of one JSON body at the proxy and REST doors. */
  bodyBytes: 40_000_000,
  conversationsPerPage: 500,
  conversationIdsPerCall: 1_000,
  dataSourcesPerMessage: 100,
  folderNameLength: 400,
  promptNameLength: 400,
  promptDescriptionLength: 10_000,
  promptLength: 200_000,
  /** Source of an output transformer. */
  promptCodeLength: 100_000,
  promptStoreChangesPerCall: 200,
  promptStoreItemsPerReply: 500,
  /** Prompts and folders of one person. */
  promptStoreItems: 20_000,
  /** Conversations in one Word or PowerPoint document, and the text of all of them. */
  conversationsPerDocument: 1_000,
  documentCharacters: 2_000_000,
  hiddenModels: 1_000,
  searchLength: 400,
  searchResults: 200,
} as const;

/** Widths below this are the narrow layout. CSS px. */
export const narrowWidthPx = 640;
export const defaultConversationName = "New Conversation";
export const titleLength = 30;
/** Response Length slider: position 0 to 6; maxTokens = position / 6 × the model's output limit. */
export const responseLength = { min: 0, max: 6, step: 0.1, initial: 3 } as const;
export const defaultOutputTokenLimit = 4096;
export const defaultInputContextWindow = 8192;
export const temperatureRange = { min: 0, max: 1, step: 0.1, initial: 1 } as const;
