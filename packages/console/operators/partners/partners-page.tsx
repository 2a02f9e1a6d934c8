import type { Listed } from '../../parts/frame/answer';
import { Asked } from '../../parts/frame/asked';
import { Link } from '../../parts/link';
import { Empty, Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { type Column, Table } from '../../parts/table';
import { Id } from '../../parts/values/id';
import { Status, toneOfStanding } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OpsPartner } from '../../wire';
import type { Words } from '../../words/en';
import { readPartners } from '../api/people';
import { PARTNERS, partnerPath } from '../frame/paths';

export const PartnersPage = ({ cursor }: { cursor: string | null }) => {
  const { people } = useReader().words;
  return (
    <main id="content">
      <Title of={people.partners}>{people.partners}</Title>
      <Asked key={cursor ?? ''} ask={() => readPartners(cursor)}>
        {(partners) => <Partners of={partners} />}
      </Asked>
    </main>
  );
};

export const Partners = ({ of: { rows, nextCursor } }: { of: Listed<OpsPartner> }) => {
  const { words } = useReader();
  const { people, finding } = words;
  if (rows.length === 0) return <Empty>{people.noPartners}</Empty>;
  return (
    <>
      <Table label={people.partners} columns={columnsOf(words)} rows={rows} keyOf={({ partnerId }) => partnerId} />
      {nextCursor !== null && (
        <Link to={`${PARTNERS}?${new URLSearchParams({ cursor: nextCursor })}`}>{finding.nextPage}</Link>
      )}
    </>
  );
};

const columnsOf = ({ page, people }: Words): readonly Column<OpsPartner>[] => [
  {
    name: page.partner,
    cell: ({ partnerId, name }) => (
      <Link to={partnerPath(partnerId)}>
        <Text limit={80}>{name}</Text>
      </Link>
    ),
  },
  {
    name: page.state,
    cell: ({ status }) => <Status tone={toneOfStanding(status)}>{page.partnerStatus[status]}</Status>,
  },
  { name: people.onboarded, cell: ({ onboardedAt }) => <Time of={onboardedAt} /> },
  { name: people.partnerId, cell: ({ partnerId }) => <Id>{partnerId}</Id> },
];
