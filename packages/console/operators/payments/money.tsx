import type { ComponentChildren } from 'preact';
import { type Fact, Facts } from '../../parts/facts';
import { Empty } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { Amount } from '../../parts/values/amount';
import { Id } from '../../parts/values/id';
import { Status, toneOf } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OpsAmount, OpsMoneyIn, OpsMoneyOut, OpsPayment } from '../../wire';
import { wordFor } from '../../words/codes';

export const MoneyIn = ({ payment }: { payment: OpsPayment }) => {
  const { page } = useReader().words;
  return (
    <section aria-labelledby="money-in">
      <h2 id="money-in">{page.moneyIn}</h2>
      {payment.moneyIn.length === 0 && <Empty>{page.noMoneyIn}</Empty>}
      {payment.moneyIn.map((movement) => (
        <CameIn key={movement.id} of={movement} agreed={payment.terms.crypto} />
      ))}
    </section>
  );
};

export const MoneyOut = ({ payment }: { payment: OpsPayment }) => {
  const { page } = useReader().words;
  return (
    <section aria-labelledby="money-out">
      <h2 id="money-out">{page.moneyOut}</h2>
      {payment.moneyOut.length === 0 && <Empty>{page.noMoneyOut}</Empty>}
      {payment.moneyOut.map((movement) => (
        <WentOut key={movement.id} of={movement} />
      ))}
    </section>
  );
};

interface MovementProps {
  readonly title: string;
  readonly amount: OpsAmount;
  readonly status: string;
  readonly facts: readonly Fact[];
}

const Movement = ({ title, amount, status, facts }: MovementProps) => {
  const { words } = useReader();
  return (
    <article class="movement">
      <h3>
        <span>{title}</span> <Amount of={amount} />
      </h3>
      <p>
        <Status tone={toneOf(status)}>{wordFor(words.movements, status)}</Status>
      </p>
      <Facts of={facts} />
    </article>
  );
};

const shown = (text: string | null): ComponentChildren => (text === null ? null : <Text>{text}</Text>);
const idOf = (id: string | null): ComponentChildren => (id === null ? null : <Id>{id}</Id>);
const timeOf = (iso: string | null): ComponentChildren => (iso === null ? null : <Time of={iso} />);

/** A deposit of the agreed asset and another amount. */
const isOff = ({ what, amount }: OpsMoneyIn, agreed: OpsAmount): boolean =>
  what === 'DEPOSIT' && amount.assetId === agreed.assetId && amount.baseUnits !== agreed.baseUnits;

const CameIn = ({ of: movement, agreed }: { of: OpsMoneyIn; agreed: OpsAmount }) => {
  const { words } = useReader();
  const { page } = words;
  const isOnChain = movement.txHash !== null;
  const facts: readonly Fact[] = [
    [page.accepted, movement.isAccepted ? page.yes : page.no],
    [page.expected, isOff(movement, agreed) ? <Amount of={agreed} /> : null],
    [page.reason, shown(movement.reason)],
    [page.label, shown(movement.label)],
    [page.at, timeOf(movement.at)],
    [page.from, isOnChain ? idOf(movement.from) : shown(movement.from)],
    [page.to, idOf(movement.to)],
    [page.network, shown(movement.network)],
    [page.transaction, idOf(movement.txHash)],
    [page.block, shown(movement.blockNumber)],
    ...movement.memos.map((memo): Fact => [page.memo, <Text>{memo}</Text>]),
    [page.endToEndId, movement.what === 'PIX' ? idOf(movement.id) : null],
    [page.deposit, movement.what === 'DEPOSIT' ? idOf(movement.id) : null],
  ];
  return (
    <Movement title={words.moneyIn[movement.what]} amount={movement.amount} status={movement.status} facts={facts} />
  );
};

const WentOut = ({ of: movement }: { of: OpsMoneyOut }) => {
  const { words } = useReader();
  const { page } = words;
  const title = words.moneyOut[movement.what];
  const facts: readonly Fact[] = [
    [page.code, shown(movement.code)],
    [page.provider, shown(movement.provider)],
    [page.to, shown(movement.to)],
    [page.endToEndId, idOf(movement.endToEndId)],
    [page.network, shown(movement.network)],
    [page.transaction, idOf(movement.txHash)],
    [page.key, movement.txHash === null ? idOf(movement.id) : null],
    [page.requested, timeOf(movement.requestedAt)],
    [page.updated, timeOf(movement.updatedAt)],
  ];
  return (
    <Movement
      title={movement.attempt === null ? title : `${title}, ${page.attempt(movement.attempt)}`}
      amount={movement.amount}
      status={movement.status}
      facts={facts}
    />
  );
};
