import type { TargetedSubmitEvent } from 'preact';
import { fieldOf } from '../../parts/frame/action';
import type { Listed } from '../../parts/frame/answer';
import { Asked } from '../../parts/frame/asked';
import { Link } from '../../parts/link';
import { Empty, Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { go } from '../../parts/router';
import { type Column, Table } from '../../parts/table';
import { sentenceOf } from '../../parts/values/sentence';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OpsEvent } from '../../wire';
import { figuresIn } from '../../words/format';
import { readAccess } from '../api/access';
import { accessPath, paymentPath, userPath } from '../frame/paths';
import { useSession } from '../frame/signed-in';
import { Exports } from './exports';

type Filters = Readonly<Record<string, string>>;

/** Openings, searches and exports: by which operator, when and why. */
export const AccessPage = ({ query }: { query: string }) => {
  const { access } = useReader().words.running;
  const { permissions } = useSession().operator;
  const filters = Object.fromEntries(new URLSearchParams(query));
  return (
    <main id="content">
      <Title of={access.title}>{access.title}</Title>
      <FilterForm key={`form ${query}`} filters={filters} />
      <Asked key={query} ask={() => readAccess(filters)}>
        {(page, onReload) => (
          <>
            {permissions.includes('export') && <Exports onDone={onReload} />}
            <Access of={page} filters={filters} />
          </>
        )}
      </Asked>
    </main>
  );
};

const DAYS = ['from', 'to'] as const;

const FilterForm = ({ filters }: { filters: Filters }) => {
  const { running, finding } = useReader().words;
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const given = ['operator', ...DAYS].map((name) => [name, fieldOf(fields, name)] as const);
    go(accessPath(Object.fromEntries(given.filter(([, text]) => text !== ''))));
  };
  return (
    <section class="filters" aria-label={finding.filters}>
      <form onSubmit={onSubmit}>
        <label>
          <span>{running.access.filters.operator}</span>
          <input name="operator" defaultValue={filters['operator'] ?? ''} maxLength={64} />
        </label>
        {DAYS.map((name) => (
          <label key={name}>
            <span>{running.access.filters[name]}</span>
            <input name={name} defaultValue={filters[name] ?? ''} type="date" />
          </label>
        ))}
        <p class="tools">
          <button type="submit">{finding.apply}</button>
        </p>
      </form>
    </section>
  );
};

export const Access = ({ of: { rows, nextCursor }, filters }: { of: Listed<OpsEvent>; filters: Filters }) => {
  const { language, words } = useReader();
  const { access } = words.running;
  const figures = figuresIn(language, new Map(), (digits) => digits);
  if (rows.length === 0) return <Empty>{access.none}</Empty>;
  const columns: readonly Column<OpsEvent>[] = [
    { name: words.page.at, cell: ({ at }) => <Time of={at} /> },
    { name: access.name, cell: ({ actor }) => <Text limit={80}>{actor.id}</Text> },
    { name: access.what, cell: (event) => <Text limit={300}>{sentenceOf(event, words, figures)}</Text> },
    { name: words.timeline.reason, cell: ({ reason }) => (reason === null ? '' : <Text limit={300}>{reason}</Text>) },
    { name: access.about, cell: (event) => <About of={event} /> },
  ];
  return (
    <>
      <Table label={access.title} columns={columns} rows={rows} keyOf={({ eventId }) => eventId} />
      {nextCursor !== null && <Link to={accessPath({ ...filters, cursor: nextCursor })}>{words.finding.nextPage}</Link>}
    </>
  );
};

const textIn = ({ data }: OpsEvent, ...names: readonly string[]): string | null => {
  const found = names.map((name) => data[name]).find((value) => typeof value === 'string');
  return typeof found === 'string' ? found : null;
};

/** The payment or the user whose data was opened. */
const About = ({ of: event }: { of: OpsEvent }) => {
  const { page, finding } = useReader().words;
  const paymentId = textIn(event, 'intentId', 'withdrawId');
  const userId = textIn(event, 'userId');
  if (paymentId !== null) return <Link to={paymentPath(paymentId)}>{finding.payment}</Link>;
  return userId === null ? null : <Link to={userPath(userId)}>{page.user}</Link>;
};
