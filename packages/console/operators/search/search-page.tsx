import { Asked } from '../../parts/frame/asked';
import { Link } from '../../parts/link';
import { Empty, Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { type Column, Table } from '../../parts/table';
import { Id } from '../../parts/values/id';
import { Status, toneOf } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OpsHit, OpsHits } from '../../wire';
import { wordFor } from '../../words/codes';
import type { Words } from '../../words/en';
import { shortened } from '../../words/format';
import { readHits } from '../api/search';
import { groupsOf, pageOf } from './hits';

/** The hits that the text of the address finds. */
export const SearchPage = ({ text }: { text: string }) => {
  const { finding } = useReader().words;
  return (
    <main id="content">
      <Title of={finding.results}>
        {finding.resultsFor} <Text limit={100}>{text}</Text>
      </Title>
      <Asked key={text} ask={() => readHits(text)}>
        {(hits) => <Hits of={hits} />}
      </Asked>
    </main>
  );
};

export const Hits = ({ of: { hits, hasMore } }: { of: OpsHits }) => {
  const { words } = useReader();
  if (hits.length === 0) return <Empty>{words.finding.noHits}</Empty>;
  return (
    <>
      {groupsOf(hits).map(({ kind, hits: ofKind }) => (
        <section key={kind}>
          <h2>{words.finding.hitKinds[kind]}</h2>
          <Table label={words.finding.hitKinds[kind]} columns={columnsOf(words)} rows={ofKind} keyOf={({ id }) => id} />
        </section>
      ))}
      {hasMore && <p class="notice">{words.finding.moreHits}</p>}
    </>
  );
};

const columnsOf = (words: Words): readonly Column<OpsHit>[] => {
  const { finding, page } = words;
  return [
    { name: finding.id, cell: (hit) => <Named hit={hit} /> },
    { name: finding.foundBy, cell: ({ by }) => finding.by[by] },
    {
      name: page.webhookStatus,
      cell: ({ status }) =>
        status === null ? '' : <Status tone={toneOf(status)}>{wordFor(words.statuses, status)}</Status>,
    },
    { name: page.partner, cell: ({ partnerName }) => (partnerName === null ? '' : <Text>{partnerName}</Text>) },
    { name: finding.mode, cell: ({ mode }) => (mode === null ? '' : wordFor(words.modes, mode)) },
    { name: finding.since, cell: ({ since }) => <Time of={since} /> },
  ];
};

const Named = ({ hit }: { hit: OpsHit }) => {
  const { finding } = useReader().words;
  const page = pageOf(hit);
  if (page === null) return <Id>{hit.id}</Id>;
  if (hit.status !== null)
    return (
      <Link to={page} class="mono">
        <Text>{shortened(hit.id)}</Text>
      </Link>
    );
  return (
    <>
      <Id>{hit.id}</Id> <Link to={page}>{finding.itsPage}</Link>
    </>
  );
};
