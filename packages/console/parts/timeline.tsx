import type { OpsEvent } from '../wire';
import type { Figures } from '../words/events/figures';
import { type Fact, Facts } from './facts';
import { useReader } from './reader';
import { CopyButton } from './values/copy';
import { Id } from './values/id';
import { sentenceOf } from './values/sentence';
import { Text } from './values/text';
import { Time } from './values/time';

interface TimelineProps {
  /** Oldest first. */
  readonly events: readonly OpsEvent[];
  readonly figures: Figures;
  /** Null: the first event is there. */
  readonly onEarlier: (() => void) | null;
}

const SENTENCE_LIMIT = 1_000;
const DATA_LIMIT = 10_000;

/** Events of one minute stand under one time. */
export const byMinute = (events: readonly OpsEvent[]): readonly (readonly OpsEvent[])[] => {
  const minutes: OpsEvent[][] = [];
  for (const event of events) {
    const last = minutes.at(-1);
    if (last?.[0]?.at.slice(0, 16) === event.at.slice(0, 16)) last.push(event);
    else minutes.push([event]);
  }
  return minutes;
};

export const Timeline = ({ events, figures, onEarlier }: TimelineProps) => {
  const { timeline: words } = useReader().words;
  const count = events.length;
  return (
    <section class="timeline" aria-labelledby="timeline">
      <h2 id="timeline">{words.title}</h2>
      <p class="muted">{onEarlier === null ? words.oldestFirst(count) : words.newestPage(count)}</p>
      {onEarlier !== null && (
        <button type="button" onClick={onEarlier}>
          {words.earlier}
        </button>
      )}
      {byMinute(events).map((minute) => (
        <section key={minute[0]?.eventId}>
          <h3>
            <Time of={minute[0]?.at ?? ''} only="minute" />
          </h3>
          <ol>
            {minute.map((event) => (
              <Happening key={event.eventId} event={event} figures={figures} />
            ))}
          </ol>
        </section>
      ))}
    </section>
  );
};

const Happening = ({ event, figures }: { event: OpsEvent; figures: Figures }) => {
  const { words } = useReader();
  const { actor, reason } = event;
  return (
    <li class={`happening ${actor.kind}`}>
      <Time of={event.at} only="second" />
      <div>
        <p class="sentence">
          <Text limit={SENTENCE_LIMIT}>{sentenceOf(event, words, figures)}</Text>
        </p>
        <p class="muted">
          {words.actors[actor.kind]}{' '}
          {actor.kind === 'operator' || actor.kind === 'system' ? (
            <Text limit={80}>{actor.id}</Text>
          ) : (
            <Id>{actor.id}</Id>
          )}
        </p>
        {reason !== null && (
          <blockquote>
            {words.timeline.reason}: <Text>{reason}</Text>
          </blockquote>
        )}
        <EventData event={event} />
      </div>
    </li>
  );
};

const EventData = ({ event }: { event: OpsEvent }) => {
  const { timeline: words } = useReader().words;
  const json = JSON.stringify(event.data, null, 2);
  const facts: readonly Fact[] = [
    [words.type, <code>{event.type}</code>],
    [words.position, <code>{event.position}</code>],
    [words.stream, <Id>{`${event.stream}/${event.revision}`}</Id>],
    [words.cause, event.cause === null ? null : <code>{event.cause}</code>],
    [words.request, event.requestId === null ? null : <Id>{event.requestId}</Id>],
  ];
  return (
    <details>
      <summary>{words.data}</summary>
      <Facts of={facts} />
      <pre>
        <Text limit={DATA_LIMIT}>{json}</Text>
      </pre>
      <CopyButton text={json} />
    </details>
  );
};
