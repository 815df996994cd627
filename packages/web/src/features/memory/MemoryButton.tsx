import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconBrain } from "@tabler/icons-react";
import { openDialog } from "../../entities/shell/dialogs.ts";

/** Opens the management of memories, at the bottom of the right panel. */
export function MemoryButton() {
  return (
    <Button
      variant="subtle"
      color="gray"
      justify="flex-start"
      fullWidth
      leftSection={<IconBrain size={16} aria-hidden />}
      onClick={() => openDialog("memory")}
    >
      {t`Memory`}
    </Button>
  );
}
