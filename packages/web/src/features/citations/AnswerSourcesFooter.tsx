import { citationGroupTitles, fileTexts, type JsonObject } from "@lectern/contract";
import { IconChevronDown, IconQuote } from "@tabler/icons-react";
import { useId, useMemo, useState } from "react";
import { getAnswerSources } from "../../entities/citations/getAnswerSources.ts";
import { openPassages } from "../../entities/citations/viewerStore.ts";
import classes from "./AnswerSourcesFooter.module.css";
import { SourceItem } from "./SourceItem.tsx";

/** A button that shows the number of an answer's sources and expands the list of these sources, by group. */
export function AnswerSourcesFooter({ state: { sources } }: { state: JsonObject }) {
  const { groups, citedPassages: all, passages } = useMemo(() => getAnswerSources({ sources }), [sources]);
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  let count = 0;
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
                  const position = count++;
                  return <SourceItem key={position} source={source} onOpen={() => openPassages(passages, position)} />;
                })}
              </ul>
            </section>
          ))}
        </section>
      )}
    </>
  );
}
