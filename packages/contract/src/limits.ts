/**
 * Limits shared by the browser, the server and the documentation. Names that end with `Length` or `Characters` count
 * UTF-16 code units; other names without a unit count items.
 */
export const limits = {
  conversationNameLength: 400,
  /** About ten novels. In practice, people reach the model's context window first. */
  messageLength: 4_000_000,
  messageNoticeLength: 1_000,
  /** What a message says of itself: one status, why its answer failed, which model answered. */
  messageDetailLength: 100_000,
  messagesPerCall: 2_000,
  messagesPerConversation: 50_000,
  /** All messages of one conversation together; a browser that opens it loads all of them into memory. */
  conversationBytes: 32_000_000,
  statusesPerMessage: 500,
  tagsPerItem: 100,
  tagLength: 200,
  systemPromptLength: 200_000,
  /** A summary of the earlier messages of a chat. */
  summaryLength: 12_000,
  functionsPerCall: 128,
  /** Function calls that one answer can request. */
  toolCallsPerAnswer: 500,
  toolStepIdLength: 200,
  toolArgumentsLength: 100_000,
  /** What one tool returns to the model. */
  toolResultLength: 100_000,
  functionDescriptionLength: 10_000,
  /** The next limits are for the OpenAI-compatible API. */
  contentPartsPerMessage: 1_000,
  imagesPerCall: 50,
  /** Base64 of all images of one call. */
  imageCharactersPerCall: 20_000_000,
  /** Of the id of a function call, which the model's server has chosen. */
  functionCallIdLength: 500,
  stopTextsPerCall: 4,
  stopTextLength: 200,
  textsPerEmbeddingsCall: 2_048,
  /** Of one text. */
  embeddedTextLength: 100_000,
  /** Of all texts of one call. */
  embeddedCharactersPerCall: 2_000_000,
  /** Maximum nesting of any JSON that a client sends. */
  jsonDepth: 32,
  /**
   * Total of array items and object members in one call. An array of numbers directly in the outermost object, such as
   * LZW codes, counts as one.
   */
  jsonValues: 50_000,
  /** The same for calls that carry whole conversations. */
  jsonValuesOfConversations: 250_000,
  /** Different names of object members in one call. */
  jsonNames: 10_000,
  /** Size of the JSON body of one request. */
  bodyBytes: 40_000_000,
  conversationsPerPage: 500,
  conversationIdsPerCall: 1_000,
  /** Conversations that one call creates with their messages. */
  newConversationsPerCall: 100,
  dataSourcesPerMessage: 100,
  folderNameLength: 400,
  promptNameLength: 400,
  promptDescriptionLength: 10_000,
  promptLength: 200_000,
  /** JavaScript source of an output transformer. */
  promptCodeLength: 100_000,
  /** A prompt that a model rewrites. */
  optimizedPromptLength: 20_000,
  promptStoreChangesPerCall: 200,
  /** Of the JSON text of all changes. */
  promptStoreCharactersPerCall: 10_000_000,
  promptStoreItemsPerReply: 500,
  /** Prompts and folders of one person. */
  promptStoreItems: 20_000,
  /** Conversations in one Word or PowerPoint document; the next limit is for their total text. */
  conversationsPerDocument: 1_000,
  documentCharacters: 2_000_000,
  hiddenModels: 1_000,
  hiddenGroupFolders: 1_000,
  feedbackReasonLength: 2_000,
  suggestedEmails: 20,
  /** Addresses in one question for which of them nobody has signed in. Few, so that nobody can test a long list. */
  emailsPerLookup: 50,
  groupNameLength: 200,
  groupTypes: 100,
  groupsPerPage: 200,
  /** Members who can be added, changed or removed at once. */
  groupMembersPerCall: 1_000,
  groupMembersPerPage: 500,
  /** Members of groups that `#Group` may stand for in one call, with those that are named directly. */
  expandedMembersPerCall: 5_000,
  /** Members that a list of groups contains for each group. */
  membersPerListedGroup: 50,
  assistantNameLength: 200,
  assistantInstructionsLength: 200_000,
  /** Of the JSON text of one version of an assistant. */
  assistantCharacters: 1_000_000,
  /** Of an assistant itself, and in addition of each type of its group. */
  documentsPerAssistant: 100,
  startersPerAssistant: 6,
  operationsPerAssistant: 100,
  paramsPerOperation: 100,
  headersPerRequest: 30,
  valuesPerOperationParam: 100,
  tagsPerOperation: 20,
  operationsPerRegistration: 100,
  registeredOperations: 500,
  /** Of the response that an operation returns. */
  httpResultCharacters: 100_000,
  pythonFunctions: 100,
  pythonFunctionNameLength: 64,
  pythonFunctionLength: 50_000,
  /** Of one person. */
  generatedFiles: 10_000,
  generatedFilesPerCall: 20,
  generatedFilesPerRequest: 200,
  generatedFileBytes: 50_000_000,
  assistantsPerPage: 500,
  assistantSharesPerPage: 500,
  artifactIdLength: 220,
  artifactKeyLength: 500,
  artifactNameLength: 200,
  artifactDescriptionLength: 4_000,
  artifactInstructionsLength: 100_000,
  /** Contents of one version. */
  artifactLength: 1_000_000,
  /** Artifacts that one message names, or that one call carries. */
  artifactsPerCall: 50,
  artifactVersionsPerConversation: 500,
  /** Contents of all versions together. */
  artifactCharactersPerConversation: 5_000_000,
  savedArtifacts: 1_000,
  /** Copies that a person has shared and that somebody still has. */
  sharedArtifacts: 1_000,
  shareNoteLength: 2_000,
  /** Conversations, prompts or folders that one snapshot names, each. */
  itemsPerShare: 1_000,
  /** Names of people and groups in one call. */
  recipientsPerShare: 500,
  /** Recipients that the list of one's snapshots names for each. */
  recipientsPerListedShare: 100,
  /** Of one snapshot. */
  filesPerShare: 200,
  /** How many items of a snapshot lists name, and with how many characters each. */
  namesPerShare: 5,
  shareItemNameLength: 100,
  /** Of the JSON text of one snapshot. */
  shareCharacters: 30_000_000,
  /** Snapshots in the list of those that somebody has received. */
  receivedShares: 500,
  /** Snapshots of one person that have not expired. */
  sharesPerPerson: 500,
  workspaceNameLength: 200,
  /** Workspaces of an earlier product in the list of one person. */
  legacyWorkspaces: 500,
  searchLength: 400,
  conversationRecordsPerPage: 200,
  conversationRecordsOffset: 1_000_000,
  /** Of records with their content in one reply. */
  conversationRecordsWithContent: 100,
  siteAdmins: 200,
  flagNameLength: 60,
  /** Features that administrators add for programs of their own. */
  customFlags: 100,
  flagExceptions: 2_000,
  directoryGroups: 1_000,
  directoryGroupMembers: 50_000,
  /** Models in the catalogue that administrators see. */
  supportedModels: 5_000,
  endpointsPerModel: 20,
  /** Groups with assistants that administrators see in one table. */
  adminGroups: 10_000,
  directoryGroupsPerGroup: 100,
  templateNameLength: 200,
  directoryGroupsPerTemplate: 100,
  /** Size of a PowerPoint template. */
  templateBytes: 50_000_000,
  /** Size of each part of the documentation of the API. */
  apiDocumentBytes: 20_000_000,
  /** In what administrators save at once: the lists of addresses may be long. */
  jsonValuesOfConfigs: 200_000,
  accountsPerPerson: 100,
  /** Active ones. */
  apiKeysPerPerson: 200,
  apiKeyNameLength: 200,
  apiKeyDescriptionLength: 2_000,
  /** Characters of a COA string. */
  accountIdLength: 100,
  accountNameLength: 200,
  usageFilterLength: 400,
  usageRowsPerPage: 10_000,
  usageRowsOffset: 10_000_000,
  /** US dollars, as eight characters can be typed. */
  rateLimitDollars: 99_999.99,
  costAlertLength: 1_000,
  /** Application variables, and as many secrets. */
  applicationVariables: 200,
  variableNameLength: 64,
  variableValueLength: 10_000,
  /** The PDF of the data disclosure agreement, and the text in it. */
  disclosureBytes: 20_000_000,
  disclosureCharacters: 500_000,
  disclosureAcceptancesPerPage: 5_000,
  peoplePerPage: 100,
  groupsOfPersonShown: 200,
  auditEntriesPerPage: 100,
  auditEntriesPerExportPage: 1_000,
  searchResults: 200,
  productNameLength: 60,
  logoBytes: 60_000,
  /** Of a data URL with base64 of so many bytes. */
  logoUrlLength: 80_100,
  /** Of an address of the institution, as it is stored: percent-encoded. */
  institutionUrlLength: 2_000,
  conditionsLength: 5_000,
  bannerLength: 300,
  institutionStarters: 6,
  institutionStarterLength: 500,
  /** Of one fact. */
  memoryLength: 1_000,
  memoriesPerPerson: 2_000,
  memoriesPerProject: 500,
  memoriesPerCall: 2_000,
  memoryProjects: 200,
  memoryProjectNameLength: 200,
  /** A text in which facts are searched. */
  memoryInputLength: 20_000,
  /** Facts of one person that are neither saved nor dismissed. Older ones are deleted. */
  pendingFacts: 100,
  /** Of a summary for quality improvement, its purpose, and the comments, each. */
  qualityTextLength: 10_000,
  /** Of the JSON text of the conversation with it. */
  qualityConversationCharacters: 1_000_000,
  qualityDataSources: 1_000,
  /** Passages of an answer. */
  qualitySources: 1_000,
  /** Of one person at once. After that, one at a time becomes possible again, this many within a day. */
  qualitySubmissionsPerDay: 20,
  qualitySubmissionsPerPage: 50,
  /** Each is read with its whole conversation. */
  qualitySubmissionsPerExportPage: 50,
  /** A cell of Excel has at most 32,767. */
  exportedConversationLength: 32_000,
} as const;

/** Below this width the layout is narrow. CSS px. */
export const narrowWidthPx = 640;
export const defaultConversationName = "New Conversation";
export const maxTitleLength = 30;
/** Positions of the Response Length slider; maxTokens = position / 6 × the model's output limit. */
export const responseLength = { min: 0, max: 6, step: 0.1, initial: 3 } as const;
export const defaultOutputTokenLimit = 4096;
export const defaultInputContextWindow = 8192;
export const temperatureRange = { min: 0, max: 1, step: 0.1, initial: 1 } as const;
