import { convertConversations } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { requestConversion } from "../requestConversion.ts";

export const convertConversationsHandler = implement(convertConversations, requestConversion);
