import { fieldOf } from '../../parts/frame/action';
import { Empty } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { type Column, Table } from '../../parts/table';
import { Amount } from '../../parts/values/amount';
import { Status, toneOf } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OpsPayment, OpsWebhook } from '../../wire';
import type { Words } from '../../words/en';
import { change } from '../api/work';
import { ChangeButton } from '../frame/change-dialog';
import { useSession } from '../frame/signed-in';

interface WebhooksProps {
  readonly webhooks: readonly OpsWebhook[];
  /** Null: nothing of the past is sent again. */
  readonly onReload: (() => void) | null;
}

/** Each webhook, and the partner's answer. */
export const Webhooks = ({ webhooks, onReload }: WebhooksProps) => {
  const { words } = useReader();
  const mayReplay = useSession().operator.permissions.includes('operate') && onReload !== null;
  const again = { name: words.work.replay, cell: (of: OpsWebhook) => <Replay of={of} onDone={onReload ?? nothing} /> };
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">{words.page.webhooks}</h2>
      {webhooks.length === 0 ? (
        <Empty>{words.page.noWebhooks}</Empty>
      ) : (
        <Table
          label={words.page.webhooks}
          columns={[...columnsOf(words), ...(mayReplay ? [again] : [])]}
          rows={webhooks}
          keyOf={({ deliveryId }) => deliveryId}
        />
      )}
    </section>
  );
};

const columnsOf = ({ page, webhookStatuses }: Words): readonly Column<OpsWebhook>[] => [
  { name: page.webhookEvent, cell: ({ event }) => <Text>{event}</Text> },
  {
    name: page.webhookStatus,
    cell: ({ status }) => <Status tone={toneOf(status)}>{webhookStatuses[status]}</Status>,
  },
  { name: page.webhookAttempts, isNumber: true, cell: ({ attempts }) => attempts },
  { name: page.webhookAnswer, cell: (webhook) => <LastAnswer of={webhook} /> },
  { name: page.at, cell: ({ finishedAt, createdAt }) => <Time of={finishedAt ?? createdAt} /> },
  {
    name: page.to,
    cell: ({ destination }) => (destination === null ? page.noDestination : <Text>{destination}</Text>),
  },
];

const nothing = () => undefined;

/** A webhook that has ended is sent again, under its id. */
const Replay = ({ of: { deliveryId: id, status }, onDone }: { of: OpsWebhook; onDone: () => void }) => {
  const { work } = useReader().words;
  if (status === 'PENDING') return null;
  const send = (fields: FormData, key: string) =>
    change('/ops/v1/webhooks/{id}/replay', { id, key, body: { reason: fieldOf(fields, 'reason') } });
  return <ChangeButton title={work.replay} lead={work.replayLead} send={send} onDone={onDone} />;
};

const LastAnswer = ({ of: { lastStatus, lastError, nextAttemptAt } }: { of: OpsWebhook }) => {
  const { page } = useReader().words;
  return (
    <>
      {lastStatus !== null && `HTTP ${lastStatus} `}
      {lastError !== null && <Text limit={80}>{lastError}</Text>}
      {nextAttemptAt !== null && (
        <>
          {page.nextAttempt} <Time of={nextAttemptAt} />
        </>
      )}
    </>
  );
};

/** Only addresses of the web become links. */
const isWebAddress = (url: string): boolean => /^https?:\/\//.test(url);

export const Receipts = ({ receipts }: { receipts: OpsPayment['receipts'] }) => {
  const { page } = useReader().words;
  if (receipts.length === 0) return null;
  return (
    <section aria-labelledby="receipts">
      <h2 id="receipts">{page.receipts}</h2>
      <ul>
        {receipts.map(({ url, paid, returned, paidAt }) => (
          <li key={url}>
            <Amount of={paid} />, <Time of={paidAt} />
            {returned.baseUnits !== '0' && (
              <>
                ; {page.returned} <Amount of={returned} />
              </>
            )}{' '}
            {isWebAddress(url) ? (
              <a href={url} target="_blank" rel="noreferrer">
                {page.receipt}
              </a>
            ) : (
              <Text>{url}</Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};
