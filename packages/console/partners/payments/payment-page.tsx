import { type Fact, Facts } from '../../parts/facts';
import { Asked } from '../../parts/frame/asked';
import { Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { Amount } from '../../parts/values/amount';
import { Id } from '../../parts/values/id';
import { Status, toneOf } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { PartnerPayment, ShownPayment, TimelineStep } from '../../wire-partners';
import { wordFor } from '../../words/codes';
import { readPayment } from '../api/reads';
import { useDashboardWords } from '../frame/signed-in';
import { reais, referenceOf, totalOf } from './money';

export const PaymentPage = ({ id }: { id: string }) => {
  const { payments } = useDashboardWords();
  const missing = { id, title: payments.noPayment, todo: payments.noPaymentTodo };
  return (
    <Asked ask={() => readPayment(id)} missing={missing}>
      {(shown, onReload) => <PaymentView shown={shown} onReload={onReload} />}
    </Asked>
  );
};

export const PaymentView = ({ shown, onReload }: { shown: ShownPayment; onReload: () => void }) => {
  const { words } = useReader();
  const { payment, receiptUrl } = shown;
  const title = words.kinds[payment.kind];
  return (
    <>
      <Title of={title}>{title}</Title>
      <p class="lead">
        <Status tone={toneOf(payment.status)}>{words.statuses[payment.status]}</Status>
        <Id>{payment.id}</Id>
        <button type="button" onClick={onReload}>
          {words.states.reload}
        </button>
      </p>
      <div class="halves">
        <section>
          <Terms payment={payment} receiptUrl={receiptUrl} />
          {payment.kind === 'CASHOUT' && <Deposits of={payment.deposits} />}
        </section>
        <Timeline steps={payment.timeline} />
      </div>
    </>
  );
};

const Terms = ({ payment, receiptUrl }: ShownPayment) => {
  const { page } = useReader().words;
  const { payments } = useDashboardWords();
  const reference = referenceOf(payment);
  const facts: readonly Fact[] = [
    [payments.charged, <Amount of={totalOf(payment)} />],
    [page.fee, <Amount of={reais(payment.fee)} />],
    [payments.userId, <Id>{payment.userId}</Id>],
    [payments.reference, reference === null ? null : <Text>{reference}</Text>],
    ...factsOfKind(payment, page.endToEndId, payments),
    [page.network, <Text>{payment.blockchain}</Text>],
    [page.failure, payment.reasonCode === undefined ? null : <code>{payment.reasonCode}</code>],
    [page.created, <Time of={payment.createdAt} />],
    [page.completed, payment.completedAt === undefined ? null : <Time of={payment.completedAt} />],
    [payments.receipt, receiptUrl === null ? null : <Receipt url={receiptUrl} />],
  ];
  return <Facts of={facts} />;
};

type PaymentWords = ReturnType<typeof useDashboardWords>['payments'];

const factsOfKind = (payment: PartnerPayment, endToEndId: string, words: PaymentWords): readonly Fact[] => {
  if (payment.kind === 'CASHIN') return [[words.payer, <Text>{payment.payerTaxId}</Text>]];
  const { endToEndId: id, refund } = payment;
  return [
    [words.payee, <Text>{payment.kind === 'CASHOUT' ? payment.destination : payment.pixKey}</Text>],
    [endToEndId, id === undefined ? null : <Id>{id}</Id>],
    [words.refund, refund === undefined ? null : <Text>{`${refund.amount}: ${refund.reason}`}</Text>],
  ];
};

/** Only addresses of the web, and of this service, become links. */
const Receipt = ({ url }: { url: string }) => {
  const { payments } = useDashboardWords();
  if (!/^(?:https?:\/)?\//.test(url)) return <Text>{url}</Text>;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {payments.receipt}
    </a>
  );
};

type Deposit = Extract<PartnerPayment, { kind: 'CASHOUT' }>['deposits'][number];

const Deposits = ({ of: deposits }: { of: readonly Deposit[] }) => {
  const { page } = useReader().words;
  const { payments } = useDashboardWords();
  return (
    <section aria-labelledby="deposits">
      <h2 id="deposits">{payments.deposits}</h2>
      {deposits.map(({ depositId, amount, amountBaseUnits, txHash, sender, blockTime, label, next }) => (
        <article key={depositId} class="movement">
          <h3>
            <Text>{amount ?? amountBaseUnits}</Text>
            {label !== undefined && <Status tone="bad">{label}</Status>}
          </h3>
          <Facts
            of={[
              [page.transaction, <Id>{txHash}</Id>],
              [page.from, <Id>{sender}</Id>],
              [page.at, <Time of={blockTime} />],
              [payments.next, next === undefined ? null : <span lang="en">{next}</span>],
            ]}
          />
        </article>
      ))}
    </section>
  );
};

const Timeline = ({ steps }: { steps: readonly TimelineStep[] }) => {
  const { timeline } = useReader().words;
  const { payments } = useDashboardWords();
  return (
    <section class="timeline" aria-labelledby="timeline">
      <h2 id="timeline">{timeline.title}</h2>
      <ol>
        {steps.map(({ event, at }) => (
          <li key={`${event} ${at}`} class="step">
            <Time of={at} /> <Text>{wordFor(payments.steps, event)}</Text>
          </li>
        ))}
      </ol>
    </section>
  );
};
