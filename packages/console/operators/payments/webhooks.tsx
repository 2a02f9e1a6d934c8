import { Empty } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { type Column, Table } from '../../parts/table';
import { Amount } from '../../parts/values/amount';
import { Status, toneOf } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OpsPayment, OpsWebhook } from '../../wire';
import type { Words } from '../../words/en';

/** Each webhook, and the partner's answer. */
export const Webhooks = ({ webhooks }: { webhooks: readonly OpsWebhook[] }) => {
  const { words } = useReader();
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">{words.page.webhooks}</h2>
      {webhooks.length === 0 ? (
        <Empty>{words.page.noWebhooks}</Empty>
      ) : (
        <Table
          label={words.page.webhooks}
          columns={columnsOf(words)}
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
