import type { JsonObject } from "@lectern/contract";
import { Popover, Portal } from "@mantine/core";
import { useEffect, useId, useMemo } from "react";
import { findCitedSentence } from "../../entities/citations/findCitedSentence.ts";
import { formatLocations, maxShownCharacters } from "../../entities/citations/formatLocations.ts";
import { getAnswerSources } from "../../entities/citations/getAnswerSources.ts";
import { listSourceNumbers } from "../../entities/citations/listSourceNumbers.ts";
import { formatNumber } from "../../lib/i18n/formats.ts";
import { cutTextAtWord } from "../../lib/text/cutText.ts";
import type { CitationTarget } from "../../ui/markdown/citations/CitationsContext.ts";
import classes from "./CitationCard.module.css";
import { MarkedQuote } from "./MarkedQuote.tsx";
import { maxPlaces } from "./SourcePlaces.tsx";
import { shortenQuote } from "./shortenQuote.ts";

interface CitationCardProps {
  sources: JsonObject[string];
  /** The answer's text so far. */
  text: string;
  hoveredCitation: CitationTarget;
  onClose: () => void;
}

const maxQuoteCharacters = 280;

/** A card next to a citation mark with the quote from its key sentence on, the document's name and the location. */
export function CitationCard({ sources, text, hoveredCitation, onClose }: CitationCardProps) {
  const { element, number } = hoveredCitation;
  const { source, keySentence } = useMemo(() => {
    const knownNumbers = listSourceNumbers({ sources });
    const { cited: numbered } = getAnswerSources({ sources }, knownNumbers);
    const found = numbered.find(({ numbers }) => numbers.includes(number));
    return { source: found, keySentence: found ? findCitedSentence(found, text, knownNumbers, element) : null };
  }, [sources, text, number, element]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    addEventListener("keydown", onKeyDown);
    // Close on scroll, because the card does not move with its mark.
    addEventListener("scroll", onClose, { capture: true, passive: true });
    return () => {
      removeEventListener("keydown", onKeyDown);
      removeEventListener("scroll", onClose, { capture: true });
    };
  }, [onClose]);
  const cardId = useId();
  useEffect(() => {
    element.setAttribute("aria-describedby", cardId);
    return () => element.removeAttribute("aria-describedby");
  }, [element, cardId]);
  if (!source) return null;
  const { content, name, locations } = source.passage;
  const places = formatLocations(locations);
  const { left, top, width, height } = element.getBoundingClientRect();
  return (
    // Render outside the answer, which is a containing block for fixed positions.
    <Portal>
      <Popover key={`${left} ${top}`} opened position="top" offset={6} shadow="md" withRoles={false} trapFocus={false}>
        <Popover.Target>
          <span className={classes.anchor} style={{ left, top, width, height }} />
        </Popover.Target>
        <Popover.Dropdown id={cardId} className={classes.card} role="tooltip">
          <p className={classes.quote}>
            <MarkedQuote
              quote={shortenQuote(content, name, maxQuoteCharacters, keySentence)}
              name={name}
              keySentence={keySentence}
            />
          </p>
          <p className={classes.name}>
            <strong>{cutTextAtWord(name, maxShownCharacters)}</strong>
            {places.slice(0, maxPlaces).map((place) => (
              <span key={place}> · {place}</span>
            ))}
            {places.length > maxPlaces && <span> · +{formatNumber(places.length - maxPlaces)}</span>}
          </p>
        </Popover.Dropdown>
      </Popover>
    </Portal>
  );
}
