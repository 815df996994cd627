import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconApi } from "@tabler/icons-react";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { openPage } from "../../../entities/shell/routes.ts";
import { CodeBlock } from "../../../ui/markdown/code/CodeBlock.tsx";
import type { FenceProps } from "../../../ui/markdown/fences/fenceContributions.ts";
import classes from "./ApiFences.module.css";

/** Opens the API reference on request. What the block contains has no meaning. */
export function ApiDocFence(props: FenceProps) {
  const hasApiKeys = useFlag("apiKeys");
  if (!hasApiKeys || !props.isComplete) return <CodeBlock {...props} />;
  return (
    <section className={classes.card} aria-label={t`API reference`}>
      <p className={classes.title}>
        <IconApi size={20} stroke={1.6} aria-hidden />
        {t`API reference`}
      </p>
      <p className={classes.text}>
        {t`Everything that programs can call here, with fields and examples, and as files for Postman and spreadsheets.`}
      </p>
      <Button size="xs" className={classes.button} onClick={() => openPage("apiReference")}>
        {t`Open the API reference`}
      </Button>
    </section>
  );
}
