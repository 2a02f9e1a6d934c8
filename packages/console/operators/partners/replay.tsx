import { useState } from 'preact/hooks';
import { Action, fieldOf } from '../../parts/frame/action';
import { useReader } from '../../parts/reader';
import type { OpsReplayCount, OpsReplayFilter } from '../../wire';
import { countReplayable } from '../api/people';
import { change } from '../api/work';
import { ChangeButton } from '../frame/change-dialog';

interface Counted extends OpsReplayCount {
  readonly filter: OpsReplayFilter;
}

const STATES = ['EXHAUSTED', 'DELIVERED'] as const;
const OPTIONAL = ['event', 'from', 'to'] as const;

/** Counts finished webhooks by a filter, and then sends those again. */
export const Replay = ({ partner, mode }: Pick<OpsReplayFilter, 'partner' | 'mode'>) => {
  const { replay } = useReader().words.people;
  const [counted, setCounted] = useState<Counted | null>(null);
  const count = async (fields: FormData) => {
    const given = [...fields.keys()].map((name) => [name, fieldOf(fields, name)] as const);
    const chosen = Object.fromEntries(given.filter(([, text]) => text !== ''));
    const filter = { ...chosen, partner, mode } as unknown as OpsReplayFilter;
    const answer = await countReplayable(filter);
    return answer.isOk ? { ...answer, data: { ...answer.data, filter } } : answer;
  };
  return (
    <details>
      <summary>{replay.title}</summary>
      <Action action={replay.look} send={count} onDone={setCounted}>
        <label>
          <span>{replay.state}</span>
          <select name="state">
            {STATES.map((state) => (
              <option key={state} value={state}>
                {replay.states[state]}
              </option>
            ))}
          </select>
        </label>
        {OPTIONAL.map((name) => (
          <label key={name}>
            <span>{replay[name]}</span>
            <input name={name} {...(name === 'event' ? { maxLength: 40 } : ({ type: 'date' } as const))} />
          </label>
        ))}
      </Action>
      <div aria-live="polite">
        {counted !== null && <CountedWebhooks of={counted} onDone={() => setCounted(null)} />}
      </div>
    </details>
  );
};

export const CountedWebhooks = ({ of: { count, isMore, filter }, onDone }: { of: Counted; onDone: () => void }) => {
  const { replay } = useReader().words.people;
  if (count === 0) return <p>{replay.none}</p>;
  const send = (fields: FormData, key: string) =>
    change('/ops/v1/webhooks/replay', { id: '', key, body: { ...filter, count, reason: fieldOf(fields, 'reason') } });
  return (
    <p class="tools">
      {replay.found(count, isMore)}{' '}
      <ChangeButton title={replay.send} lead={replay.lead(count)} send={send} onDone={onDone} />
    </p>
  );
};
