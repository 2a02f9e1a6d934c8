import { useState } from 'preact/hooks';
import { type Fact, Facts } from '../../parts/facts';
import { Asked } from '../../parts/frame/asked';
import { Link } from '../../parts/link';
import { Empty, Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { toast } from '../../parts/toast';
import { Amount } from '../../parts/values/amount';
import { Id } from '../../parts/values/id';
import { Status, toneOf } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OpsCandidate, OpsShownDeposit } from '../../wire';
import { wordFor, wordsFor } from '../../words/codes';
import type { Words } from '../../words/en';
import { shortened } from '../../words/format';
import { readDeposit } from '../api/work';
import { paymentPath } from '../frame/paths';
import { useSession } from '../frame/signed-in';
import { ResolveDialog, type Resolving } from './resolve-dialog';

/** A deposit beside the payments that the payer may have meant. */
export const DepositPage = ({ id }: { id: string }) => {
  const { work } = useReader().words;
  return (
    <main id="content">
      <Asked ask={() => readDeposit(id)} missing={{ id, title: work.noDeposit, todo: work.noDepositTodo }}>
        {(deposit, onReload) => <DepositView of={deposit} onReload={onReload} />}
      </Asked>
    </main>
  );
};

export const DepositView = ({ of: deposit, onReload }: { of: OpsShownDeposit; onReload: () => void }) => {
  const { words } = useReader();
  const { work, movements } = words;
  const [resolving, setResolving] = useState<Resolving | null>(null);
  const onDone = (text: string) => {
    setResolving(null);
    toast(text);
    onReload();
  };
  return (
    <div class={`deposit ${deposit.mode ?? 'live'}`}>
      {deposit.mode !== null && <p class="mode">{wordFor(words.modes, deposit.mode)}</p>}
      <Title of={`${words.page.deposit} ${shortened(deposit.depositId)}`}>
        {words.page.deposit} <Amount of={deposit.amount} />
      </Title>
      <p class="lead">
        <Status tone={toneOf(deposit.status)}>{wordFor(movements, deposit.status)}</Status>
        {deposit.reason !== null && <Text>{wordFor(work.codes, deposit.reason)}</Text>}
        <Id>{deposit.depositId}</Id>
      </p>
      <Facts of={[[words.page.transaction, <Id>{deposit.txHash}</Id>], ...memosOf(deposit, words)]} />
      <Proposal of={deposit} onResolve={setResolving} />
      <div class="halves">
        <Arrived of={deposit} />
        <section aria-labelledby="candidates">
          <h2 id="candidates">{work.candidates}</h2>
          {deposit.candidates.length === 0 && <Empty>{work.noCandidates}</Empty>}
          {deposit.candidates.map((candidate) => (
            <Candidate key={candidate.intentId} of={candidate} onResolve={setResolving} />
          ))}
        </section>
      </div>
      {deposit.status === 'UNMATCHED' && deposit.proposal === null && <Ways onResolve={setResolving} />}
      {resolving !== null && (
        <ResolveDialog deposit={deposit} way={resolving} onDone={onDone} onClose={() => setResolving(null)} />
      )}
    </div>
  );
};

/** The memos say for which payment the deposit is meant: a missing one is said. */
const memosOf = ({ memos, mentions }: OpsShownDeposit, { page, work }: Words): readonly Fact[] => [
  ...memos.map((memo): Fact => [page.memo, <Text>{memo}</Text>]),
  ...mentions.map((memo): Fact => [work.mention, <Text>{memo}</Text>]),
  ...(memos.length + mentions.length === 0 ? [[page.memo, work.codes.NO_MEMO] as const] : []),
];

interface ResolveProps {
  readonly onResolve: (way: Resolving) => void;
}

const useMayDecide = (): boolean => useSession().operator.permissions.includes('approve');

const Ways = ({ onResolve }: ResolveProps) => {
  const { work } = useReader().words;
  if (!useMayDecide()) return null;
  return (
    <p class="tools">
      <button type="button" onClick={() => onResolve({ how: 'REFUND' })}>
        {work.ways.REFUND}
      </button>
      <button type="button" onClick={() => onResolve({ how: 'WRITE_OFF' })}>
        {work.ways.WRITE_OFF}
      </button>
    </p>
  );
};

/** The first decision, and the second for any operator but its author. */
const Proposal = ({ of: { proposal }, onResolve }: ResolveProps & { of: OpsShownDeposit }) => {
  const { work, timeline, page } = useReader().words;
  const { operator } = useSession();
  if (proposal === null) return null;
  const isOwn = proposal.proposedBy === operator.name;
  const how = proposal.how as Resolving['how'];
  return (
    <section class="notice" aria-label={work.kinds.PROPOSAL}>
      <p>
        <strong>{wordFor(work.ways, proposal.how)}</strong>
        {proposal.intentId !== null && <Id>{proposal.intentId}</Id>} · {work.proposedBy}{' '}
        <Text limit={80}>{proposal.proposedBy}</Text>, <Time of={proposal.proposedAt} />
        {proposal.heldUntil !== null && (
          <>
            {' '}
            · {work.until} <Time of={proposal.heldUntil} />
          </>
        )}
      </p>
      <Facts
        of={[
          [page.transaction, proposal.transaction === null ? null : <Id>{proposal.transaction}</Id>],
          [page.to, proposal.to === null ? null : <Id>{proposal.to}</Id>],
          [timeline.reason, <Text>{proposal.reason}</Text>],
        ]}
      />
      <p class="tools">
        {useMayDecide() && !isOwn && (
          <button type="button" class="primary" onClick={() => onResolve({ how, proposal })}>
            {work.second}
          </button>
        )}
        {isOwn && <span>{work.anotherPerson}</span>}
        {operator.permissions.includes('operate') && (
          <button type="button" onClick={() => onResolve({ how: 'WITHDRAW' })}>
            {work.ways.WITHDRAW}
          </button>
        )}
      </p>
    </section>
  );
};

const Arrived = ({ of: deposit }: { of: OpsShownDeposit }) => {
  const { work, page } = useReader().words;
  return (
    <section aria-labelledby="arrived">
      <h2 id="arrived">{work.arrived}</h2>
      <Facts
        of={[
          [page.from, <Id>{deposit.sender}</Id>],
          [page.to, <Id>{deposit.receiver}</Id>],
          [page.network, <Text>{deposit.network}</Text>],
          [page.block, <Text>{deposit.blockNumber}</Text>],
          [page.at, deposit.blockTime === null ? null : <Time of={deposit.blockTime} />],
          [page.reference, deposit.senderReference === null ? null : <Text>{deposit.senderReference}</Text>],
          [work.unsupported, deposit.unsupported === null ? null : <Text>{deposit.unsupported}</Text>],
        ]}
      />
      <h3>{work.movements}</h3>
      <ul>
        {deposit.transaction.map((movement) => (
          <li key={movement.depositId}>
            <Amount of={movement.amount} /> {page.from.toLowerCase()} <Id>{movement.sender}</Id> {page.to.toLowerCase()}{' '}
            <Id>{movement.receiver}</Id>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Candidate = ({ of: candidate, onResolve }: ResolveProps & { of: OpsCandidate }) => {
  const { words } = useReader();
  const { work } = words;
  const mayDecide = useMayDecide();
  return (
    <article class="movement">
      <h3>
        <Link to={paymentPath(candidate.intentId)} class="mono">
          <Text>{shortened(candidate.intentId)}</Text>
        </Link>{' '}
        <Amount of={candidate.amount} />
      </h3>
      <p>
        <Status tone={toneOf(candidate.status)}>{wordFor(words.statuses, candidate.status)}</Status>
      </p>
      <Facts
        of={[
          [work.why, <Text>{wordsFor(work.codes, candidate.because)}</Text>],
          [
            work.setAside,
            candidate.setAside.length === 0 ? null : <Text>{wordsFor(work.codes, candidate.setAside)}</Text>,
          ],
          [work.cannot, candidate.refusal === null ? null : <Text>{wordFor(work.codes, candidate.refusal)}</Text>],
        ]}
      />
      {mayDecide && candidate.refusal === null && (
        <button type="button" onClick={() => onResolve({ how: 'ASSIGN', intentId: candidate.intentId })}>
          {work.ways.ASSIGN}
        </button>
      )}
    </article>
  );
};
