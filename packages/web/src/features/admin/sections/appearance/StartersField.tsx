import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, Textarea } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import fieldClasses from "../../../../ui/fields.module.css";
import { IconButton } from "../../../../ui/IconButton.tsx";
import adminClasses from "../../Admin.module.css";
import classes from "./Appearance.module.css";
import type { AppearanceFieldsProps } from "./appearanceFields.ts";

/** The beginnings of messages that every new chat offers. */
export function StartersField({ appearance: { starters }, change }: AppearanceFieldsProps) {
  const replace = (index: number, text: string) =>
    change({ starters: starters.map((starter, at) => (at === index ? { text } : starter)) });
  return (
    <>
      <p className={adminClasses.note}>
        {t`Up to six texts that new chats offer. Choosing one puts it into the message field. They replace the examples of the product.`}
      </p>
      {starters.map(({ text }, index) => {
        const number = index + 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: each field keeps its place while its text changes
          <div key={index} className={classes.starter}>
            <Textarea
              classNames={{ root: classes.grow ?? "", input: fieldClasses.input ?? "" }}
              aria-label={t`Way to start ${number}`}
              placeholder={t`Summarize this lecture for an exam:`}
              autosize
              minRows={1}
              maxRows={6}
              maxLength={limits.institutionStarterLength}
              value={text}
              onChange={(event) => replace(index, event.currentTarget.value)}
            />
            <IconButton
              name={t`Remove way to start ${number}`}
              onClick={() => change({ starters: starters.filter((_, at) => at !== index) })}
            >
              <IconX size={16} stroke={1.8} />
            </IconButton>
          </div>
        );
      })}
      {starters.length < limits.institutionStarters && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => change({ starters: [...starters, { text: "" }] })}
          >
            {t`Add a way to start`}
          </Button>
        </div>
      )}
    </>
  );
}
