import { useState } from 'preact/hooks';
import { fieldOf } from '../../parts/frame/action';
import { isOver } from '../../parts/frame/answer';
import { Asked } from '../../parts/frame/asked';
import { useOnEnded } from '../../parts/frame/ended';
import { save } from '../../parts/frame/save';
import { Link } from '../../parts/link';
import { Empty, type Failure, Refusal, Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { type Column, Table } from '../../parts/table';
import { Amount } from '../../parts/values/amount';
import { Status, toneOf } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { PartnerPayment } from '../../wire-partners';
import { shortened } from '../../words/format';
import { readMonth, readPayments } from '../api/reads';
import { Choices } from '../frame/choices';
import { Field, FilterForm, filtersIn } from '../frame/filters';
import { Older } from '../frame/older';
import { pathTo } from '../frame/paths';
import { useDashboardWords, useMember } from '../frame/signed-in';
import { reais, referenceOf, totalOf } from './money';

/** Payments of the partner's users; the address keeps filters and place. */
export const PaymentsPage = ({ query }: { query: string }) => {
  const words = useDashboardWords();
  const filters = filtersIn(query);
  return (
    <>
      <Title of={words.payments.title}>{words.payments.title}</Title>
      <Filters key={query} filters={filters} />
      <Month />
      <Asked key={`list ${query}`} ask={() => readPayments(filters)}>
        {({ rows, nextCursor }, onReload) => (
          <>
            <PaymentTable rows={rows} />
            <Older screen="payments" label={words.older} {...{ filters, nextCursor, onReload }} />
          </>
        )}
      </Asked>
    </>
  );
};

const Filters = ({ filters }: { filters: Readonly<Record<string, string>> }) => {
  const { kinds, statuses, page } = useReader().words;
  const { payments, any } = useDashboardWords();
  return (
    <FilterForm screen="payments">
      <Field name={payments.kind}>
        <select name="kind">
          <Choices of={kinds} chosen={filters['kind']} any={any} />
        </select>
      </Field>
      <Field name={page.state}>
        <select name="status">
          <Choices of={statuses} chosen={filters['status']} any={any} />
        </select>
      </Field>
      {(['userId', 'reference'] as const).map((name) => (
        <Field key={name} name={payments[name]}>
          <input name={name} value={filters[name] ?? ''} maxLength={128} spellcheck={false} />
        </Field>
      ))}
      {(['from', 'to'] as const).map((name) => (
        <Field key={name} name={payments[name]}>
          <input type="date" name={name} value={filters[name] ?? ''} />
        </Field>
      ))}
    </FilterForm>
  );
};

const Month = () => {
  const { payments } = useDashboardWords();
  const onEnded = useOnEnded();
  const [failure, setFailure] = useState<Failure | null>(null);
  const download = async (month: string) => {
    const answer = await readMonth(month);
    setFailure(answer.isOk ? null : answer.failure);
    if (answer.isOk) save(answer.data, `payments-${month}.csv`);
    else if (isOver(answer)) onEnded();
  };
  return (
    <form
      class="tools"
      onSubmit={(event) => {
        event.preventDefault();
        void download(fieldOf(new FormData(event.currentTarget), 'month'));
      }}
    >
      <Field name={payments.month}>
        <input type="month" name="month" required pattern="[0-9]{4}-(0[1-9]|1[0-2])" />
      </Field>
      <button type="submit">{payments.download}</button>
      {failure !== null && <Refusal failure={failure} />}
    </form>
  );
};

const PaymentTable = ({ rows }: { rows: readonly PartnerPayment[] }) => {
  const { kinds, statuses, page } = useReader().words;
  const { payments } = useDashboardWords();
  const { mode } = useMember();
  if (rows.length === 0) return <Empty>{payments.none}</Empty>;
  const columns: readonly Column<PartnerPayment>[] = [
    {
      name: payments.kind,
      cell: ({ id, kind }) => <Link to={pathTo(mode, 'payments', id)}>{`${kinds[kind]} ${shortened(id)}`}</Link>,
    },
    { name: page.state, cell: ({ status }) => <Status tone={toneOf(status)}>{statuses[status]}</Status> },
    { name: page.total, isNumber: true, cell: (payment) => <Amount of={totalOf(payment)} /> },
    { name: page.fee, isNumber: true, cell: ({ fee }) => <Amount of={reais(fee)} /> },
    { name: payments.reference, cell: (payment) => <Text limit={64}>{referenceOf(payment) ?? ''}</Text> },
    { name: page.created, cell: ({ createdAt }) => <Time of={createdAt} /> },
  ];
  return <Table label={payments.title} columns={columns} rows={rows} keyOf={({ id }) => id} />;
};
