import { Asked } from '../../../parts/frame/asked';
import { Link } from '../../../parts/link';
import { Empty, Title } from '../../../parts/page';
import { useReader } from '../../../parts/reader';
import { Table } from '../../../parts/table';
import { wordFor } from '../../../words/codes';
import { type ListedPayments, readPayments } from '../../api/payments';
import { paymentsPath } from '../../frame/paths';
import { useSession } from '../../frame/signed-in';
import { Chips } from './chips';
import { columnsOf } from './columns';
import { FilterForm } from './filter-form';
import { askedBy, type Filters, filtersIn, without } from './filters';

/** Payments of every partner; the address keeps filters and place. */
export const ListPage = ({ query }: { query: string }) => {
  const { words } = useReader();
  const { modes } = useSession();
  const filters = filtersIn(query, modes[0] ?? 'live');
  const mode = filters['mode'] ?? '';
  return (
    <main id="content" class={`list ${mode === 'sandbox' ? 'sandbox' : 'live'}`}>
      <p class="mode">{wordFor(words.modes, mode)}</p>
      <Title of={words.finding.payments}>{words.finding.payments}</Title>
      <FilterForm key={`form ${query}`} filters={filters} modes={modes} />
      <Chips filters={filters} />
      <Asked key={query} ask={() => readPayments(askedBy(filters))}>
        {(page, onReload) => <PaymentList page={page} filters={filters} onReload={onReload} />}
      </Asked>
    </main>
  );
};

interface PaymentListProps {
  readonly page: ListedPayments;
  readonly filters: Filters;
  readonly onReload: () => void;
}

export const PaymentList = ({ page: { data, meta }, filters, onReload }: PaymentListProps) => {
  const { words } = useReader();
  const { finding, states } = words;
  const { nextCursor } = meta;
  return (
    <>
      {data.length === 0 ? (
        <Empty>{finding.noPayments}</Empty>
      ) : (
        <Table label={finding.payments} columns={columnsOf(words)} rows={data} keyOf={({ id }) => id} />
      )}
      <p class="tools">
        {filters['cursor'] !== undefined && <Link to={paymentsPath(without(filters))}>{finding.firstPage}</Link>}
        {nextCursor !== null && (
          <Link to={paymentsPath({ ...without(filters), cursor: nextCursor })}>{finding.nextPage}</Link>
        )}
        <button type="button" onClick={onReload}>
          {states.reload}
        </button>
        <span class="muted">
          {states.knownTo} <code>{meta.knownTo}</code>
        </span>
      </p>
    </>
  );
};
