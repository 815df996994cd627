import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Anchor } from "@mantine/core";
import { IconBan, IconBriefcase, IconMail, IconSchool, IconUsers } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./ConditionsOfUse.module.css";

interface ConditionsOfUseProps {
  /** The institution's own as plain text with paragraphs; null: those of the product. */
  conditions: string | null;
  policyUrl: string | null;
  contactEmail: string | null;
}

/** The conditions of use and a contact for questions. */
export function ConditionsOfUse({ conditions, policyUrl, contactEmail }: ConditionsOfUseProps) {
  return (
    <section className={classes.root} aria-labelledby="conditions">
      <h2 id="conditions" className={classes.heading}>
        {t`Conditions of use`}
      </h2>
      {conditions !== null && <Paragraphs text={conditions} />}
      <ul className={classes.list}>
        {conditions === null && <ProductConditions />}
        <Condition icon={<IconMail size={20} stroke={1.6} />} title={t`Questions`}>
          {policyUrl && (
            <>
              <Trans>
                Read the{" "}
                <Anchor href={policyUrl} target="_blank" rel="noreferrer" inherit underline="always">
                  data policy
                </Anchor>
                .
              </Trans>{" "}
            </>
          )}
          {contactEmail ? (
            <Trans>
              Not sure what is allowed? Write to{" "}
              <Anchor href={`mailto:${contactEmail}`} inherit underline="always" className={classes.address}>
                {contactEmail}
              </Anchor>
              .
            </Trans>
          ) : (
            t`Not sure what is allowed? Ask your institution’s data protection office before you share anything.`
          )}
        </Condition>
      </ul>
    </section>
  );
}

function ProductConditions() {
  return (
    <>
      <Condition icon={<IconUsers size={20} stroke={1.6} />} title={t`Who it is for`}>
        {t`This workspace is for the institution’s faculty, staff and students, who sign in through single sign-on.`}
      </Condition>
      <Condition icon={<IconBriefcase size={20} stroke={1.6} />} title={t`Faculty and staff`}>
        <Trans>
          You may work only with data classified as <b>Public</b>, <b>Internal</b> or <b>Restricted</b>.
        </Trans>
      </Condition>
      <Condition icon={<IconBan size={20} stroke={1.6} />} title={t`No confidential data`}>
        <Trans>
          <b>Confidential</b> data is not allowed here: for example national ID numbers, passport numbers, financial aid
          data or student health data.
        </Trans>
      </Condition>
      <Condition icon={<IconSchool size={20} stroke={1.6} />} title={t`Students`}>
        {t`You may use the workspace for academic purposes only, within the limits that the instructors of each of your courses set.`}
      </Condition>
    </>
  );
}

/** Plain text, with an empty line between its paragraphs. */
function Paragraphs({ text }: { text: string }) {
  return (
    <div className={classes.paragraphs} dir="auto">
      {text.split(/\n\s*\n/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other key, and never move
        <p key={index}>{paragraph.trim()}</p>
      ))}
    </div>
  );
}

function Condition({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className={classes.item}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <div>
        <h3 className={classes.title}>{title}</h3>
        <p className={classes.text}>{children}</p>
      </div>
    </li>
  );
}
