import { plural, t } from "@lingui/core/macro";
import { Menu } from "@mantine/core";
import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { type RatedAnswer, useStarRating } from "./useStarRating.ts";

/** Opens the stars of an answer on a narrow screen. */
export function StarItem(answer: RatedAnswer) {
  const { userRating } = useStarRating(answer);
  const Icon = userRating === null ? IconStar : IconStarFilled;
  return (
    <Menu.Item
      leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
      rightSection={userRating !== null && plural(userRating, { one: "# star", other: "# stars" })}
      onClick={() => openDialog("starRating", answer)}
    >
      {t`Rate this answer`}
    </Menu.Item>
  );
}
