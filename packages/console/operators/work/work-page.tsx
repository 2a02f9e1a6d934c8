import { useEffect, useState } from 'preact/hooks';
import { Asked } from '../../parts/frame/asked';
import { Link } from '../../parts/link';
import { Empty, Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { Amount } from '../../parts/values/amount';
import { Id } from '../../parts/values/id';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OpsWork, OpsWorkItem } from '../../wire';
import { wordFor } from '../../words/codes';
import { readWork } from '../api/work';
import { pageOfWork } from './pages';

/** Everything that waits for a person, the most urgent first. */
export const WorkPage = () => {
  const { work } = useReader().words;
  return (
    <main id="content">
      <Title of={work.title}>{work.title}</Title>
      <Asked ask={readWork}>{(answer, onReload) => <Work of={answer} onReload={onReload} />}</Asked>
    </main>
  );
};

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };

/** The keys `j` and `k` go from row to row; Enter opens the link that has the focus. */
const useRowKeys = () => {
  useEffect(() => {
    const onKey = ({ key, target }: KeyboardEvent) => {
      const step = STEPS[key];
      if (step === undefined || (target instanceof Element && target.matches('input, select, textarea'))) return;
      const links = [...document.querySelectorAll<HTMLElement>('.work .row > a')];
      const place = links.indexOf(document.activeElement as HTMLElement);
      links[Math.min(Math.max(place + step, 0), links.length - 1)]?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
};

const PAGE = 50;

export const Work = ({ of: { items, counts, knownTo }, onReload }: { of: OpsWork; onReload: () => void }) => {
  const { work, states } = useReader().words;
  const [asked, setAsked] = useState(0);
  // A list that is loaded again may be shorter.
  const from = asked < items.length ? asked : 0;
  useRowKeys();
  return (
    <>
      <p class="muted">{work.keys}</p>
      <ul class="chips">
        {counts
          .filter(({ count }) => count > 0)
          .map(({ kind, count, hasMore }) => (
            <li key={kind}>
              {work.kinds[kind]}: <strong>{hasMore ? work.atLeast(count) : count}</strong>
            </li>
          ))}
      </ul>
      {items.length === 0 && <Empty>{work.nothing}</Empty>}
      <ol class="work">
        {items.slice(from, from + PAGE).map((item) => (
          <Row key={`${item.kind} ${item.id}`} item={item} />
        ))}
      </ol>
      <p class="tools">
        {from > 0 && (
          <button type="button" onClick={() => setAsked(0)}>
            {work.mostUrgent}
          </button>
        )}
        {from + PAGE < items.length && (
          <button type="button" onClick={() => setAsked(from + PAGE)}>
            {work.lessUrgent}
          </button>
        )}
        <button type="button" onClick={onReload}>
          {states.reload}
        </button>
        <span class="muted">
          {states.knownTo} <code>{knownTo}</code>
        </span>
      </p>
    </>
  );
};

const Row = ({ item }: { item: OpsWorkItem }) => {
  const { work, page, modes } = useReader().words;
  const target = pageOfWork(item);
  return (
    <li class={`row urgency-${item.urgency}`}>
      {target === null ? (
        <strong>{work.kinds[item.kind]}</strong>
      ) : (
        <Link to={target}>
          {work.kinds[item.kind]}: {work.decisions[item.kind]}
        </Link>
      )}
      {item.amount !== null && <Amount of={item.amount} />}
      <span>{work.urgencies[item.urgency]}</span>
      <span class="muted">
        {work.since} <Time of={item.since} />
      </span>
      {item.partnerName !== null && <Text limit={80}>{item.partnerName}</Text>}
      {item.mode !== null && <span class="muted">{wordFor(modes, item.mode)}</span>}
      <Id>{item.id}</Id>
      {item.proposedBy !== null && (
        <span>
          {work.proposedBy} <Text limit={80}>{item.proposedBy}</Text>
        </span>
      )}
      {item.deadline !== null && (
        <span>
          {work.until} <Time of={item.deadline} />
        </span>
      )}
      {item.because.map((because) => (
        <span key={because} class="because" lang={because in work.codes ? undefined : 'en'}>
          <Text limit={200}>{wordFor(work.codes, because)}</Text>
        </span>
      ))}
      {item.kind === 'WEBHOOK' && item.paymentId !== null && (
        <span class="muted">
          {page.reference}: <Id>{item.paymentId}</Id>
        </span>
      )}
    </li>
  );
};
