import { type Fact, Facts } from '../../parts/facts';
import { Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { Amount } from '../../parts/values/amount';
import { Id } from '../../parts/values/id';
import { Status, toneOf } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OpsPayment } from '../../wire';
import { shortened } from '../../words/format';

/** The payment's kind, its state and every failure. */
export const PaymentHead = ({ payment }: { payment: OpsPayment }) => {
  const { words } = useReader();
  const kind = words.kinds[payment.kind];
  return (
    <section class="head">
      <p class="mode">{words.modes[payment.mode]}</p>
      <Title of={`${kind} ${shortened(payment.id)}`}>
        {kind} <Amount of={payment.terms.net} />
      </Title>
      <p class="lead">
        <Status tone={toneOf(payment.status)}>{words.statuses[payment.status]}</Status>
        <Id>{payment.id}</Id>
      </p>
      {payment.isHeld && <p class="notice bad">■ {words.page.held}</p>}
      {payment.reasonCode !== null && (
        <p class="notice bad">
          ✖ {payment.status === 'FAILED' ? words.page.failure : words.page.lastFailure}:{' '}
          <Text>{payment.reasonCode}</Text>
        </p>
      )}
      {payment.refund !== null && (
        <p class="notice">
          {words.page.refund}: <Amount of={payment.refund.owed} /> · <Text>{payment.refund.reason}</Text> ·{' '}
          {words.page.to} <Id>{payment.refund.to}</Id> · {words.page.due} <Time of={payment.refund.dueAt} />
        </p>
      )}
      <Facts of={useHeadFacts(payment)} />
      <a href="#timeline" class="narrow">
        {words.timeline.title}
      </a>
    </section>
  );
};

const useHeadFacts = ({ partner, ...payment }: OpsPayment): readonly Fact[] => {
  const { page } = useReader().words;
  const time = (of: string | null) => (of === null ? null : <Time of={of} />);
  const isOpen = payment.status === 'PENDING' || payment.status === 'ACTIVE' || payment.status === 'EXPIRED';
  return [
    [
      page.partner,
      <>
        <Text>{partner.name}</Text>, {page.partnerStatus[partner.status]} <Id>{partner.partnerId}</Id>
      </>,
    ],
    [page.created, time(payment.createdAt)],
    [page.completed, time(payment.completedAt)],
    [page.expires, isOpen ? time(payment.expiresAt) : null],
    [page.updated, time(payment.updatedAt)],
    [page.labels, payment.labels.length === 0 ? null : <Text>{payment.labels.join(', ')}</Text>],
  ];
};
