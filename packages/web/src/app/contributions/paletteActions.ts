import { t } from "@lingui/core/macro";
import {
  IconAdjustments,
  IconApi,
  IconArchive,
  IconBrain,
  IconChartBar,
  IconComponents,
  IconCreditCard,
  IconDatabase,
  IconDeviceDesktop,
  IconDownload,
  IconEdit,
  IconFileExport,
  IconFileImport,
  IconFiles,
  IconKey,
  IconKeyboard,
  IconLanguage,
  IconListDetails,
  IconLogout,
  IconMessagePlus,
  IconMoon,
  IconPlugConnected,
  IconRobot,
  IconRobotFace,
  IconSearch,
  IconSettings,
  IconSun,
  IconTemplate,
  IconTextPlus,
  IconToggleLeft,
  IconUsers,
  IconUsersGroup,
  IconUsersPlus,
} from "@tabler/icons-react";
import { settingsSectionFlags } from "../../entities/settings/settingsSection.ts";
import { getThemeChoice, toThemeSettings } from "../../entities/settings/themes.ts";
import { changeUserSettings, readUserSettings } from "../../entities/settings/userSettings.ts";
import { openAssistantAdmin } from "../../entities/shell/assistantAdminRoute.ts";
import { openArchivedConversations } from "../../entities/shell/conversationListCommands.ts";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { focusField } from "../../entities/shell/focusTargets.ts";
import type { PaletteAction } from "../../entities/shell/palette.ts";
import { openPanelTab } from "../../entities/shell/panels.ts";
import { openPage } from "../../entities/shell/routes.ts";
import { openSiteAdmin } from "../../entities/shell/siteAdminRoute.ts";
import type { Workspace } from "../../entities/shell/workspace.ts";
import { adminTabIds, getTabTexts } from "../../features/admin/tabTitles.ts";

const getThemeSynonyms = () =>
  t({ message: "dark mode, light mode, night, bright, appearance, colors, theme", context: "synonyms" });

const readTheme = ({ user }: Workspace) => getThemeChoice(readUserSettings(user.id));

/**
 * The actions of the command palette, the most useful first. Loaded with the palette. `hasAssistantAdmin`: true if the
 * person has something to do in the Assistant Admin Interface.
 */
export const getPaletteActions = (hasAssistantAdmin: boolean): readonly PaletteAction[] => [
  {
    id: "newChat",
    name: t`New chat`,
    synonyms: t({ message: "start, compose, conversation, chatbot, ask", context: "synonyms" }),
    Icon: IconMessagePlus,
    opensConversation: true,
    run: ({ startConversation }) => startConversation(),
  },
  {
    id: "search",
    name: t`Search chats`,
    synonyms: t({ message: "find, look for, conversations, history", context: "synonyms" }),
    Icon: IconSearch,
    run: () => focusField("conversationSearch"),
  },
  {
    id: "archivedChats",
    name: t`Archived chats`,
    synonyms: t({ message: "archive, old, hidden", context: "synonyms" }),
    Icon: IconArchive,
    run: () => openArchivedConversations(),
  },
  {
    id: "focusMessage",
    name: t`Go to the message field`,
    synonyms: t({ message: "ask, question, type, compose, input", context: "synonyms" }),
    Icon: IconEdit,
    run: () => focusField("message"),
  },
  {
    id: "files",
    name: t`Your files`,
    synonyms: t({ message: "documents, uploads, library, PDFs, attachments", context: "synonyms" }),
    Icon: IconFiles,
    run: () => openPage("files"),
  },
  {
    id: "artifacts",
    name: t`Saved artifacts`,
    synonyms: t({ message: "documents, code, drawings, pages, charts, shared", context: "synonyms" }),
    Icon: IconComponents,
    flags: ["artifacts"],
    run: () => openPage("artifacts"),
  },
  {
    id: "lightTheme",
    name: t`Switch to the light theme`,
    synonyms: getThemeSynonyms(),
    Icon: IconSun,
    isShown: (workspace) => readTheme(workspace) !== "light",
    run: ({ user }) => void changeUserSettings(user.id, toThemeSettings("light")),
  },
  {
    id: "darkTheme",
    name: t`Switch to the dark theme`,
    synonyms: getThemeSynonyms(),
    Icon: IconMoon,
    isShown: (workspace) => readTheme(workspace) !== "dark",
    run: ({ user }) => void changeUserSettings(user.id, toThemeSettings("dark")),
  },
  {
    id: "systemTheme",
    name: t`Use the theme of this device`,
    synonyms: getThemeSynonyms(),
    Icon: IconDeviceDesktop,
    isShown: (workspace) => readTheme(workspace) !== "system",
    run: ({ user }) => void changeUserSettings(user.id, toThemeSettings("system")),
  },
  {
    id: "download",
    name: t`Download as a document`,
    synonyms: t({ message: "save, Word, PowerPoint, Markdown, docx, print, PDF", context: "synonyms" }),
    Icon: IconDownload,
    run: ({ conversationId }) => openDialog("download", { conversationId }),
  },
  {
    id: "import",
    name: t`Import`,
    synonyms: t({ message: "upload chats, ChatGPT, Claude, restore, backup", context: "synonyms" }),
    Icon: IconFileImport,
    run: () => openDialog("import"),
  },
  {
    id: "export",
    name: t`Export Conversations`,
    synonyms: t({ message: "backup, save all, JSON, my data", context: "synonyms" }),
    Icon: IconFileExport,
    run: () => openDialog("export"),
  },
  {
    id: "settings",
    name: t`Settings`,
    synonyms: t({ message: "preferences, options, configuration, profile", context: "synonyms" }),
    Icon: IconSettings,
    run: () => openDialog("settings"),
  },
  {
    id: "visibleModels",
    name: t`Settings: models to choose from`,
    synonyms: t({ message: "hide models, show models, AI, GPT, language model", context: "synonyms" }),
    Icon: IconListDetails,
    run: () => openDialog("settings", { tab: "general" }),
  },
  {
    id: "language",
    name: t`Settings: language`,
    synonyms: t({ message: "translation, locale, English, German, Deutsch", context: "synonyms" }),
    Icon: IconLanguage,
    run: () => openDialog("settings", { tab: "general" }),
  },
  {
    id: "featureOptions",
    name: t`Settings: features`,
    synonyms: t({ message: "switch on, switch off, enable, disable, options, preferences", context: "synonyms" }),
    Icon: IconToggleLeft,
    flags: settingsSectionFlags.featureOptions,
    run: () => openDialog("settings", { tab: "general" }),
  },
  {
    id: "conversationStorage",
    name: t`Settings: chat storage`,
    synonyms: t({ message: "cloud, browser, local, save, keep, privacy, sync", context: "synonyms" }),
    Icon: IconDatabase,
    flags: settingsSectionFlags.storage,
    run: () => openDialog("settings", { tab: "storage" }),
  },
  {
    id: "newPrompt",
    name: t`New prompt`,
    synonyms: t({ message: "create, template, snippet, variables, custom instructions", context: "synonyms" }),
    Icon: IconTextPlus,
    run: () => openDialog("newPrompt"),
  },
  {
    id: "prompts",
    name: t`Your prompts`,
    synonyms: t({ message: "templates, snippets, library, custom instructions", context: "synonyms" }),
    Icon: IconTemplate,
    run: () => openPanelTab("right", "prompts"),
  },
  {
    id: "assistants",
    name: t`All assistants`,
    synonyms: t({ message: "list, bots, GPTs, agents", context: "synonyms" }),
    Icon: IconRobotFace,
    run: () => openPanelTab("right", "assistants"),
  },
  {
    id: "newAssistant",
    name: t`New assistant`,
    synonyms: t({ message: "create, build, custom, bot, GPT, agent", context: "synonyms" }),
    Icon: IconRobot,
    run: () => openDialog("assistantEditor", { assistantId: null }),
  },
  {
    id: "assistantAdmin",
    name: t`Assistant Admin Interface`,
    synonyms: t({ message: "group assistants, manage, administration", context: "synonyms" }),
    Icon: IconUsersGroup,
    isShown: () => hasAssistantAdmin,
    run: () => openAssistantAdmin(),
  },
  {
    id: "siteAdmin",
    name: t`Admin Interface`,
    synonyms: t({ message: "administration, configuration, feature flags, console", context: "synonyms" }),
    Icon: IconAdjustments,
    flags: ["adminInterface"],
    run: () => openSiteAdmin(),
  },
  ...adminTabIds.map((tab): PaletteAction => {
    const { title, synonyms } = getTabTexts(tab);
    return {
      id: `siteAdmin.${tab}`,
      name: t`${title} (administration)`,
      synonyms,
      Icon: IconAdjustments,
      flags: ["adminInterface"],
      run: () => openSiteAdmin(tab),
    };
  }),
  {
    id: "groups",
    name: t`Your groups`,
    synonyms: t({ message: "teams, members, courses, share", context: "synonyms" }),
    Icon: IconUsers,
    run: () => openDialog("groups"),
  },
  {
    id: "createGroup",
    name: t`Create a group`,
    synonyms: t({ message: "new, team, course, members", context: "synonyms" }),
    Icon: IconUsersPlus,
    flags: ["createAstAdminGroups"],
    run: () => openDialog("createGroup"),
  },
  {
    id: "usage",
    name: t`Usage`,
    synonyms: t({ message: "costs, spending, money, limit, budget, tokens", context: "synonyms" }),
    Icon: IconChartBar,
    run: () => openDialog("usage"),
  },
  {
    id: "accounts",
    name: t`Manage Accounts`,
    synonyms: t({ message: "COA, billing, payment, money, limit", context: "synonyms" }),
    Icon: IconCreditCard,
    run: () => openDialog("accounts"),
  },
  {
    id: "apiKeys",
    name: t`API keys`,
    synonyms: t({ message: "token, secret, program, script, developer, API access", context: "synonyms" }),
    Icon: IconKey,
    flags: ["apiKeys"],
    run: () => openDialog("accounts", { tab: "apiKeys" }),
  },
  {
    id: "apiReference",
    name: t`API reference`,
    synonyms: t({ message: "documentation, OpenAPI, REST, Postman, endpoints, curl, developer", context: "synonyms" }),
    Icon: IconApi,
    flags: ["apiKeys"],
    run: () => openPage("apiReference"),
  },
  {
    id: "memory",
    name: t`Memory Management`,
    synonyms: t({ message: "memories, facts, remember, forget, projects", context: "synonyms" }),
    Icon: IconBrain,
    flags: ["memory"],
    isShown: ({ user }) => readUserSettings(user.id).featureOptions.includeMemory,
    run: () => openDialog("memory"),
  },
  {
    id: "integrations",
    name: t`Integrations`,
    synonyms: t({ message: "connect, Google, calendar, drive, mail, accounts, apps", context: "synonyms" }),
    Icon: IconPlugConnected,
    flags: ["integrations"],
    run: () => openDialog("integrations"),
  },
  {
    id: "shortcuts",
    name: t`Keyboard shortcuts`,
    synonyms: t({ message: "keys, hotkeys, help", context: "synonyms" }),
    Icon: IconKeyboard,
    run: () => openDialog("shortcuts"),
  },
  {
    id: "signOut",
    name: t`Sign out`,
    synonyms: t({ message: "log out, logout, sign off, leave, switch account", context: "synonyms" }),
    Icon: IconLogout,
    run: () => openDialog("signOut"),
  },
];
