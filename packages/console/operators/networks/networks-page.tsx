import { useState } from 'preact/hooks';
import { Facts } from '../../parts/facts';
import { Asked } from '../../parts/frame/asked';
import { Empty, Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { toast } from '../../parts/toast';
import { Id } from '../../parts/values/id';
import { Status } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OpsNetwork, OpsNetworkQuestion } from '../../wire';
import { wordFor } from '../../words/codes';
import { readNetworks } from '../api/running';
import { useSession } from '../frame/signed-in';
import { type NetworkDecision, NetworkDialog } from './network-dialog';

/** The place of each watcher, what is in question, and the decisions about it. */
export const NetworksPage = () => {
  const { networks } = useReader().words.running;
  return (
    <main id="content">
      <Title of={networks.title}>{networks.title}</Title>
      <Asked ask={readNetworks}>{(rows, onReload) => <Networks of={rows} onReload={onReload} />}</Asked>
    </main>
  );
};

export const Networks = ({ of: rows, onReload }: { of: readonly OpsNetwork[]; onReload: () => void }) => {
  const { running, work } = useReader().words;
  const [decision, setDecision] = useState<NetworkDecision | null>(null);
  const onDone = () => {
    setDecision(null);
    toast(work.done);
    onReload();
  };
  if (rows.length === 0) return <Empty>{running.networks.none}</Empty>;
  return (
    <>
      {rows.map((row) => (
        <Network key={row.network} of={row} onDecide={setDecision} />
      ))}
      {decision !== null && <NetworkDialog of={decision} onDone={onDone} onClose={() => setDecision(null)} />}
    </>
  );
};

interface DecideProps {
  readonly onDecide: (decision: NetworkDecision) => void;
}

const Network = ({ of: row, onDecide }: DecideProps & { of: OpsNetwork }) => {
  const { words } = useReader();
  const { networks } = words.running;
  return (
    <article class="movement">
      <h2>
        <Text>{row.network}</Text> <Standing of={row} />
      </h2>
      {!row.isConfigured && <p class="notice">{networks.notConfigured}</p>}
      <Facts
        of={[
          [words.finding.mode, row.mode === null ? null : wordFor(words.modes, row.mode)],
          [networks.cursor, row.cursor === null ? networks.never : <span class="number">{row.cursor}</span>],
          [networks.final, row.final === null ? null : <span class="number">{row.final}</span>],
          [networks.lookedAt, row.lookedAt === null ? null : <Time of={row.lookedAt} />],
        ]}
      />
      {row.questions.map((question) => (
        <Question key={question.kind} of={question} network={row.network} onDecide={onDecide} />
      ))}
      <Unread of={row} onDecide={onDecide} />
      <GivenUp of={row} />
    </article>
  );
};

const HARMLESS: readonly OpsNetworkQuestion['kind'][] = ['WARNING', 'GIVEN_UP'];

const Standing = ({ of: { cursor, questions } }: { of: OpsNetwork }) => {
  const { networks } = useReader().words.running;
  if (cursor === null) return <Status tone="waiting">{networks.never}</Status>;
  const isInQuestion = questions.some(({ kind }) => !HARMLESS.includes(kind));
  return <Status tone={isInQuestion ? 'bad' : 'good'}>{isInQuestion ? networks.inQuestion : networks.follows}</Status>;
};

const DECISIONS: Partial<Record<OpsNetworkQuestion['kind'], NetworkDecision['how']>> = {
  FINALITY: 'ACCEPT',
  GAP: 'SKIP',
  UNDECIDED: 'GIVE_UP_DEPOSIT',
  HALTED_ASSETS: 'RESUME',
};

interface QuestionProps extends DecideProps {
  readonly of: OpsNetworkQuestion;
  readonly network: string;
}

const Question = ({ of: { kind, says, items }, network, onDecide }: QuestionProps) => {
  const { networks } = useReader().words.running;
  const how = DECISIONS[kind];
  const decide = (item: string | null) =>
    how !== undefined && <Button of={{ how, network, item }} onDecide={onDecide} />;
  return (
    <div class={`notice ${HARMLESS.includes(kind) ? '' : 'bad'}`}>
      <p>
        <strong>{networks.questions[kind]}</strong>
        {says !== null && (
          <span lang="en">
            : <Text>{says}</Text>
          </span>
        )}
      </p>
      {items.length === 0 && decide(null)}
      {items.map(({ id, reason }) => (
        <p key={id} class="tools">
          <Id>{id}</Id>
          {reason !== null && <Text>{reason}</Text>}
          {decide(id)}
        </p>
      ))}
    </div>
  );
};

const Unread = ({ of: { network, unread, unreadSince }, onDecide }: DecideProps & { of: OpsNetwork }) => {
  const { networks } = useReader().words.running;
  if (unread === 0) return null;
  return (
    <div class="notice bad">
      <p>
        {networks.unread(unread)} {unreadSince !== null && <Time of={unreadSince} />}
      </p>
      <Button of={{ how: 'GIVE_UP_TRANSACTION', network, item: null }} onDecide={onDecide} />
    </div>
  );
};

const Button = ({ of: decision, onDecide }: DecideProps & { of: NetworkDecision }) => {
  const { networks } = useReader().words.running;
  const { permissions } = useSession().operator;
  if (!permissions.includes(decision.how === 'SKIP' ? 'administer' : 'operate')) return null;
  return (
    <button type="button" onClick={() => onDecide(decision)}>
      {networks.ways[decision.how]}
    </button>
  );
};

const GivenUp = ({ of: { givenUp } }: { of: OpsNetwork }) => {
  const { networks } = useReader().words.running;
  if (givenUp.length === 0) return null;
  return (
    <details>
      <summary>{networks.givenUp(givenUp.length)}</summary>
      <ul>
        {givenUp.map(({ transaction, height, reason, givenUpAt }) => (
          <li key={transaction}>
            <Id>{transaction}</Id> ({height}), <Time of={givenUpAt} />: <Text>{reason}</Text>
          </li>
        ))}
      </ul>
    </details>
  );
};
