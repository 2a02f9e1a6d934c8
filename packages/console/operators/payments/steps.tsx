import { useReader } from '../../parts/reader';
import { Time } from '../../parts/values/time';
import type { OpsPayment } from '../../wire';

const SHAPES = { reached: '✔', current: '◐', notReached: '○' } as const;

/** Where each step is against the last one that was reached. */
export const placesOf = ({ steps, status }: Pick<OpsPayment, 'steps' | 'status'>) => {
  const last = steps.findLastIndex(({ at }) => at !== null);
  const isOver = status === 'COMPLETED' || status === 'FAILED' || status === 'EXPIRED';
  return steps.map((step, index) => {
    if (index > last) return { ...step, place: 'notReached' as const };
    return { ...step, place: index === last && !isOver ? ('current' as const) : ('reached' as const) };
  });
};

export const Steps = ({ payment }: { payment: OpsPayment }) => {
  const { words } = useReader();
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">{words.page.state}</h2>
      <ol class="steps">
        {placesOf(payment).map(({ step, at, place }) => (
          <li key={step} class={place} aria-current={place === 'current' ? 'step' : undefined}>
            <span aria-hidden="true">{SHAPES[place]}</span> <strong>{words.steps[step]}</strong>{' '}
            {at === null ? <span class="muted">{placeWord(place, words.page)}</span> : <Time of={at} />}
            {place === 'current' && <em> {words.page.current}</em>}
          </li>
        ))}
      </ol>
    </section>
  );
};

const placeWord = (place: keyof typeof SHAPES, words: { readonly notReached: string; readonly noTime: string }) =>
  place === 'notReached' ? words.notReached : words.noTime;
