import { citationGroupTitles, fileTexts, type JsonObject } from "@lectern/contract";
import { IconChevronDown, IconQuote } from "@tabler/icons-react";
import { useId, useMemo, useState } from "react";
import { answerSources } from "../../entities/citations/answerSources.ts";
import { openPassages } from "../../entities/citations/viewerStore.ts";
import classes from "./AnswerSourcesFoot.module.css";
import { SourceItem } from "./SourceItem.tsx";

/** What an answer drew on: a button that tells how many sources there are, and under it, once pressed, the sources by group. */
export function AnswerSourcesFoot({ state: { sources } }: { state: JsonObject }) {
  const { groups, all, passages } = useMemo(() => answerSources({ sources }), [sources]);
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  let place = 0;
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconQuote size={16} stroke={1.6} aria-hidden />
        Sources {all.length}
        <IconChevronDown size={14} stroke={1.8} aria-hidden className={classes.chevron} />
      </button>
      {isOpen && (
        <section id={panelId} className={classes.panel} aria-label="Sources">
          <h3 className={classes.title}>Sources</h3>
          {all.length === 0 && <p className={classes.none}>{fileTexts.noSources}</p>}
          {groups.map(({ group, sources }) => (
            <section key={group} aria-label={citationGroupTitles[group]}>
              <h4 className={classes.group}>{citationGroupTitles[group]}</h4>
              <ul className={classes.list}>
                {sources.map((source) => {
                  const at = place++;
                  return <SourceItem key={at} source={source} onOpen={() => openPassages(passages, at)} />;
                })}
              </ul>
            </section>
          ))}
        </section>
      )}
    </>
  );
}
