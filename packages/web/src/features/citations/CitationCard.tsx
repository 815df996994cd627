import type { JsonObject } from "@lectern/contract";
import { Popover, Portal } from "@mantine/core";
import { useEffect, useId } from "react";
import { answerSources } from "../../entities/citations/answerSources.ts";
import { formatLocations, longestShown } from "../../entities/citations/formatLocations.ts";
import { cutText } from "../../lib/cutText.ts";
import type { HoveredCitation } from "../../ui/markdown/citations/CitationsContext.ts";
import classes from "./CitationCard.module.css";
import { shortQuote } from "./shortQuote.ts";

interface CitationCardProps {
  sources: JsonObject[string];
  pointed: HoveredCitation;
  onClose: () => void;
}

const longestQuote = 280;

/** What a mark cites, beside it: the quote, the document's name and the place. */
export function CitationCard({ sources, pointed, onClose }: CitationCardProps) {
  const { all, placeOf } = answerSources({ sources });
  const source = all[placeOf.get(pointed.number) ?? -1];
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    addEventListener("keydown", onKeyDown);
    // What is scrolled away from under the card no longer belongs to it.
    addEventListener("scroll", onClose, { capture: true, passive: true });
    return () => {
      removeEventListener("keydown", onKeyDown);
      removeEventListener("scroll", onClose, { capture: true });
    };
  }, [onClose]);
  const cardId = useId();
  const { element } = pointed;
  useEffect(() => {
    element.setAttribute("aria-describedby", cardId);
    return () => element.removeAttribute("aria-describedby");
  }, [element, cardId]);
  if (!source) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  return (
    // Outside the answer, whose box would be what "fixed" is measured from.
    <Portal>
      <Popover key={`${left} ${top}`} opened position="top" offset={6} shadow="md" withRoles={false} trapFocus={false}>
        <Popover.Target>
          <span className={classes.anchor} style={{ left, top, width, height }} />
        </Popover.Target>
        <Popover.Dropdown id={cardId} className={classes.card} role="tooltip">
          <p className={classes.quote}>{shortQuote(source.content, longestQuote)}</p>
          <p className={classes.name}>
            <strong>{cutText(source.name, longestShown)}</strong>
            {formatLocations(source.locations).map((place) => (
              <span key={place}> · {place}</span>
            ))}
          </p>
        </Popover.Dropdown>
      </Popover>
    </Portal>
  );
}
