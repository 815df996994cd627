import { type Conversation, getBranch, listTopics } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Menu } from "@mantine/core";
import { openConversation } from "../../entities/shell/routes.ts";
import { ActionMenu } from "../../ui/ActionMenu.tsx";
import classes from "./TopicPicker.module.css";

interface TopicMenuProps {
  conversation: Conversation;
  labelledBy: string;
  onClose: () => void;
}

/** The open list of topics. Choosing one opens its first message. */
export function TopicMenu({ conversation, labelledBy, onClose }: TopicMenuProps) {
  const branch = getBranch(conversation.messages, conversation.headId);
  const topics = listTopics(branch).flatMap((topic) => {
    const messageId = branch[topic.start]?.id;
    return messageId === undefined ? [] : [{ ...topic, messageId }];
  });
  return (
    <ActionMenu labelledBy={labelledBy} position="bottom-end" width={288} onClose={onClose}>
      {topics.map(({ title, description, messageId }, index) => (
        <Menu.Item
          key={messageId}
          data-autofocus={index === 0 || undefined}
          onClick={() => openConversation(conversation.id, { messageId })}
        >
          <span className={classes.title} dir="auto">
            {title ?? t`Beginning of the chat`}
          </span>
          {description !== "" && (
            <span className={classes.description} dir="auto">
              {description}
            </span>
          )}
        </Menu.Item>
      ))}
    </ActionMenu>
  );
}
