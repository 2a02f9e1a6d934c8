import { Asked } from '../../parts/frame/asked';
import { Link } from '../../parts/link';
import { Empty, Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { type Column, Table } from '../../parts/table';
import { Amount } from '../../parts/values/amount';
import { Id } from '../../parts/values/id';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OpsDeposit, OpsUnmatched } from '../../wire';
import { wordFor } from '../../words/codes';
import type { Words } from '../../words/en';
import { shortened } from '../../words/format';
import { readDeposits } from '../api/work';
import { depositPath } from '../frame/paths';

/** Deposits that no payment took. */
export const DepositsPage = () => {
  const { work } = useReader().words;
  return (
    <main id="content">
      <Title of={work.deposits}>{work.deposits}</Title>
      <Asked ask={readDeposits}>{(deposits) => <Deposits of={deposits} />}</Asked>
    </main>
  );
};

export const Deposits = ({ of: { items, hasMore } }: { of: OpsUnmatched }) => {
  const { words } = useReader();
  if (items.length === 0) return <Empty>{words.work.noDeposits}</Empty>;
  return (
    <>
      <Table label={words.work.deposits} columns={columnsOf(words)} rows={items} keyOf={({ depositId }) => depositId} />
      {hasMore && <p class="notice">{words.work.moreDeposits}</p>}
    </>
  );
};

const columnsOf = ({ page, work }: Words): readonly Column<OpsDeposit>[] => [
  {
    name: page.deposit,
    cell: ({ depositId }) => (
      <Link to={depositPath(depositId)} class="mono">
        <Text>{shortened(depositId)}</Text>
      </Link>
    ),
  },
  { name: page.reason, cell: ({ reason, status }) => <Text>{wordFor(work.codes, reason ?? status)}</Text> },
  { name: work.arrived, isNumber: true, cell: ({ amount }) => <Amount of={amount} /> },
  { name: work.candidates, isNumber: true, cell: ({ candidates }) => candidates.length },
  { name: work.proposedBy, cell: ({ proposal }) => (proposal === null ? '' : <Text>{proposal.proposedBy}</Text>) },
  { name: page.from, cell: ({ sender }) => <Id>{sender}</Id> },
  { name: page.network, cell: ({ network }) => <Text>{network}</Text> },
  { name: work.since, cell: ({ since }) => <Time of={since} /> },
];
