import { Facts } from '../../parts/facts';
import { Action } from '../../parts/frame/action';
import { Asked } from '../../parts/frame/asked';
import { Empty, Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { type Column, Table } from '../../parts/table';
import { toast } from '../../parts/toast';
import { CopyButton } from '../../parts/values/copy';
import { Id } from '../../parts/values/id';
import { Status, toneOf } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { DeliveryDetails } from '../../wire-partners';
import { replay } from '../api/changes';
import { readDelivery } from '../api/reads';
import { useDashboardWords, useMember } from '../frame/signed-in';
import { LastAnswer } from './deliveries-page';

export const DeliveryPage = ({ id }: { id: string }) => {
  const { deliveries } = useDashboardWords();
  const missing = { id, title: deliveries.noDelivery, todo: deliveries.noDeliveryTodo };
  return (
    <Asked ask={() => readDelivery(id)} missing={missing}>
      {(delivery, onReload) => <DeliveryView of={delivery} onReload={onReload} />}
    </Asked>
  );
};

const BODY_LIMIT = 10_000;

export const DeliveryView = ({ of: delivery, onReload }: { of: DeliveryDetails; onReload: () => void }) => {
  const { page, states, webhookStatuses } = useReader().words;
  const { deliveries } = useDashboardWords();
  const { may } = useMember();
  const { deliveryId, event, status, url, correlationId, body, createdAt } = delivery;
  const onReplayed = () => {
    toast(deliveries.replayed);
    onReload();
  };
  return (
    <>
      <Title of={event}>
        <Text>{event}</Text>
      </Title>
      <p class="lead">
        <Status tone={toneOf(status)}>{webhookStatuses[status]}</Status>
        <Id>{deliveryId}</Id>
        <button type="button" onClick={onReload}>
          {states.reload}
        </button>
      </p>
      <Facts
        of={[
          [page.to, url === null ? page.noDestination : <Text>{url}</Text>],
          [deliveries.about, <Id>{correlationId}</Id>],
          [page.webhookAnswer, <LastAnswer of={delivery} />],
          [page.created, <Time of={createdAt} />],
        ]}
      />
      {may('deliver') && status !== 'PENDING' && (
        <Action action={deliveries.replay} send={() => replay(deliveryId)} onDone={onReplayed} />
      )}
      <h2>{deliveries.history}</h2>
      <History of={delivery.history} />
      <h2>{deliveries.body}</h2>
      <pre>
        <Text limit={BODY_LIMIT}>{body}</Text>
      </pre>
      <CopyButton text={body} />
    </>
  );
};

type Attempt = DeliveryDetails['history'][number];

const History = ({ of: attempts }: { of: readonly Attempt[] }) => {
  const { page } = useReader().words;
  const { deliveries } = useDashboardWords();
  if (attempts.length === 0) return <Empty>{deliveries.noAttempts}</Empty>;
  const columns: readonly Column<Attempt>[] = [
    { name: deliveries.attempt, isNumber: true, cell: ({ attempt }) => attempt },
    { name: page.at, cell: ({ at }) => <Time of={at} /> },
    { name: deliveries.duration, isNumber: true, cell: ({ durationMs }) => `${durationMs} ms` },
    {
      name: page.webhookAnswer,
      cell: ({ status, error }) => (
        <>
          {status !== null && `HTTP ${status} `}
          {error !== null && (
            <span lang="en">
              <Text limit={80}>{error}</Text>
            </span>
          )}
        </>
      ),
    },
  ];
  return <Table label={deliveries.history} columns={columns} rows={attempts} keyOf={({ at }) => at} />;
};
