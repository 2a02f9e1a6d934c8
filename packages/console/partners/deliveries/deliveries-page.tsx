import { Action } from '../../parts/frame/action';
import { Asked } from '../../parts/frame/asked';
import { Link } from '../../parts/link';
import { Empty, Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { go } from '../../parts/router';
import { type Column, Table } from '../../parts/table';
import { toast } from '../../parts/toast';
import { Status, toneOf } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { Delivery } from '../../wire-partners';
import { sendTest } from '../api/changes';
import { readDeliveries } from '../api/reads';
import { Choices } from '../frame/choices';
import { Field, FilterForm, filtersIn } from '../frame/filters';
import { Older } from '../frame/older';
import { pathTo } from '../frame/paths';
import { useDashboardWords, useMember } from '../frame/signed-in';

export const DeliveriesPage = ({ query }: { query: string }) => {
  const { deliveries, any } = useDashboardWords();
  const { page, webhookStatuses } = useReader().words;
  const { mode, may } = useMember();
  const filters = filtersIn(query);
  const onTested = ({ deliveryId }: { readonly deliveryId: string }) => {
    toast(deliveries.tested);
    go(pathTo(mode, 'deliveries', deliveryId));
  };
  return (
    <>
      <Title of={deliveries.title}>{deliveries.title}</Title>
      <p>{deliveries.lead}</p>
      {may('deliver') && <Action action={deliveries.test} send={sendTest} onDone={onTested} />}
      <FilterForm key={query} screen="deliveries">
        <Field name={page.webhookStatus}>
          <select name="status">
            <Choices of={webhookStatuses} chosen={filters['status']} any={any} />
          </select>
        </Field>
      </FilterForm>
      <Asked key={`list ${query}`} ask={() => readDeliveries(filters)}>
        {({ rows, nextCursor }, onReload) => (
          <>
            <DeliveryTable rows={rows} />
            <Older screen="deliveries" label={deliveries.older} {...{ filters, nextCursor, onReload }} />
          </>
        )}
      </Asked>
    </>
  );
};

const DeliveryTable = ({ rows }: { rows: readonly Delivery[] }) => {
  const { page, webhookStatuses } = useReader().words;
  const { deliveries } = useDashboardWords();
  const { mode } = useMember();
  if (rows.length === 0) return <Empty>{deliveries.none}</Empty>;
  const columns: readonly Column<Delivery>[] = [
    {
      name: page.webhookEvent,
      cell: ({ deliveryId, event }) => <Link to={pathTo(mode, 'deliveries', deliveryId)}>{event}</Link>,
    },
    {
      name: page.webhookStatus,
      cell: ({ status }) => <Status tone={toneOf(status)}>{webhookStatuses[status]}</Status>,
    },
    { name: page.webhookAttempts, isNumber: true, cell: ({ attempts }) => attempts },
    { name: page.webhookAnswer, cell: (delivery) => <LastAnswer of={delivery} /> },
    { name: page.to, cell: ({ url }) => (url === null ? page.noDestination : <Text limit={80}>{url}</Text>) },
    { name: page.created, cell: ({ createdAt }) => <Time of={createdAt} /> },
  ];
  return <Table label={deliveries.title} columns={columns} rows={rows} keyOf={({ deliveryId }) => deliveryId} />;
};

export const LastAnswer = ({ of: { lastStatus, lastError, nextAttemptAt } }: { of: Delivery }) => {
  const { page } = useReader().words;
  return (
    <>
      {lastStatus !== null && `HTTP ${lastStatus} `}
      {lastError !== null && (
        <span lang="en">
          <Text limit={80}>{lastError}</Text>{' '}
        </span>
      )}
      {nextAttemptAt !== null && (
        <>
          {page.nextAttempt} <Time of={nextAttemptAt} />
        </>
      )}
    </>
  );
};
