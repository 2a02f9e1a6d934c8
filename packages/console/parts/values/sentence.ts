import type { OpsEvent } from '../../wire';
import type { Words } from '../../words/en';
import type { Figures } from '../../words/events/figures';

type Say = (data: OpsEvent['data'], figures: Figures) => string;

/** The sentence of the event's type; the type itself where this page is older than the event, or its data is not whole. */
export const sentenceOf = ({ type, data }: OpsEvent, words: Words, figures: Figures): string => {
  const say = new Map(Object.entries(words.events)).get(type) as Say | undefined;
  try {
    return say?.(data, figures) ?? words.timeline.unknownEvent(type);
  } catch {
    return words.timeline.unknownEvent(type);
  }
};
