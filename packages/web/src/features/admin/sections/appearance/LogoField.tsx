import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, FileButton } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import adminClasses from "../../Admin.module.css";
import classes from "./Appearance.module.css";
import type { AppearanceFieldsProps } from "./appearanceFields.ts";

const types = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"];

/** Chooses a picture, which is a part of the section. */
export function LogoField({ appearance: { logo }, change }: AppearanceFieldsProps) {
  const [problem, setProblem] = useState<string | null>(null);
  // Other fields may be changed while the file is read.
  const changeRef = useRef(change);
  useEffect(() => {
    changeRef.current = change;
  });
  const choose = async (file: File | null) => {
    if (!file) return;
    if (!types.includes(file.type)) return setProblem(t`The logo must be a PNG, JPEG, WebP or SVG picture.`);
    if (file.size > limits.logoBytes) return setProblem(t`The logo must not be larger than 60 KB.`);
    const url = await readAsDataUrl(file).catch(() => null);
    if (url === null) return setProblem(t`The picture could not be read.`);
    setProblem(null);
    changeRef.current({ logo: url });
  };
  return (
    <div className={classes.field}>
      <p className={adminClasses.note}>{t`Logo: a PNG, JPEG, WebP or SVG picture of up to 60 KB`}</p>
      <div className={classes.buttons}>
        <FileButton accept={types.join(",")} onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconPhoto size={16} aria-hidden />}>
              {logo === null ? t`Choose a logo` : t`Choose another logo`}
            </Button>
          )}
        </FileButton>
        {logo !== null && (
          <Button variant="default" onClick={() => change({ logo: null })}>
            {t`Remove the logo`}
          </Button>
        )}
      </div>
      {problem !== null && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

function readAsDataUrl(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
  return promise;
}
