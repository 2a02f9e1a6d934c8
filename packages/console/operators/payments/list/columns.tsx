import { Link } from '../../../parts/link';
import type { Column } from '../../../parts/table';
import { Amount } from '../../../parts/values/amount';
import { Status, toneOf } from '../../../parts/values/status';
import { Text } from '../../../parts/values/text';
import { Time } from '../../../parts/values/time';
import type { OpsListedPayment } from '../../../wire';
import { wordFor } from '../../../words/codes';
import type { Words } from '../../../words/en';
import { shortened } from '../../../words/format';
import { paymentPath } from '../../frame/paths';

type Row = OpsListedPayment;

/** The payment and its state stand first, where a narrow screen begins. */
export const columnsOf = (words: Words): readonly Column<Row>[] => {
  const { finding, page } = words;
  return [
    { name: finding.payment, cell: (row) => <Named row={row} kind={words.kinds[row.kind]} /> },
    { name: page.state, cell: (row) => <State row={row} words={words} /> },
    { name: finding.fiat, isNumber: true, cell: ({ fiat }) => <Amount of={fiat} /> },
    { name: page.crypto, isNumber: true, cell: ({ crypto }) => <Amount of={crypto} /> },
    { name: page.created, cell: ({ createdAt }) => <Time of={createdAt} /> },
    { name: page.completed, cell: ({ completedAt }) => (completedAt === null ? '' : <Time of={completedAt} />) },
    { name: page.partner, cell: ({ partnerName }) => <Text limit={80}>{partnerName}</Text> },
    { name: page.network, cell: ({ network }) => <Text>{network}</Text> },
    { name: finding.method, cell: ({ method }) => <Text>{wordFor(finding.methods, method)}</Text> },
    { name: page.reference, cell: ({ reference }) => (reference === null ? '' : <Text limit={60}>{reference}</Text>) },
  ];
};

const Named = ({ row: { id }, kind }: { row: Row; kind: string }) => (
  <Link to={paymentPath(id)}>
    {kind}{' '}
    <span class="mono">
      <Text>{shortened(id, 5)}</Text>
    </span>
  </Link>
);

/** A hold, a reason and labels are never hidden. */
const State = ({ row: { status, isHeld, reasonCode, labels }, words }: { row: Row; words: Words }) => (
  <>
    <Status tone={toneOf(status)}>{words.statuses[status]}</Status>
    {isHeld && <span class="flag bad">■ {words.finding.held}</span>}
    {reasonCode !== null && (
      <span class="flag">
        <Text limit={60}>{reasonCode}</Text>
      </span>
    )}
    {labels.map((label) => (
      <span key={label} class="flag">
        {wordFor(words.finding.labels, label)}
      </span>
    ))}
  </>
);
