import type { Listed } from '../../parts/frame/answer';
import { Asked } from '../../parts/frame/asked';
import { Link } from '../../parts/link';
import { Empty, Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { type Column, Table } from '../../parts/table';
import { Id } from '../../parts/values/id';
import { Status, toneOf } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OpsUser } from '../../wire';
import type { Words } from '../../words/en';
import { shortened } from '../../words/format';
import { readUsers } from '../api/people';
import { userPath, usersPath } from '../frame/paths';
import { PersonalSearch } from './personal-search';

/** The users of the partner in the address, and the search by a document. */
export const UsersPage = ({ query }: { query: string }) => {
  const { people } = useReader().words;
  const filters = Object.fromEntries(new URLSearchParams(query));
  return (
    <main id="content">
      <Title of={people.title}>{people.title}</Title>
      <p>{people.howToFind}</p>
      <PersonalSearch />
      {filters['partner'] !== undefined && (
        <Asked key={query} ask={() => readUsers(filters)}>
          {(users) => <Users of={users} filters={filters} />}
        </Asked>
      )}
    </main>
  );
};

interface UsersProps {
  readonly of: Listed<OpsUser>;
  readonly filters: Readonly<Record<string, string>>;
}

export const Users = ({ of: { rows, nextCursor }, filters }: UsersProps) => {
  const { words } = useReader();
  const { people, finding } = words;
  if (rows.length === 0) return <Empty>{people.noUsers}</Empty>;
  return (
    <>
      <h2>
        {people.usersOf} <Id>{filters['partner'] ?? ''}</Id>
      </h2>
      <Table label={people.title} columns={columnsOf(words)} rows={rows} keyOf={({ userId }) => userId} />
      {nextCursor !== null && <Link to={usersPath({ ...filters, cursor: nextCursor })}>{finding.nextPage}</Link>}
    </>
  );
};

const columnsOf = ({ page, people, kyc, modes, finding }: Words): readonly Column<OpsUser>[] => [
  {
    name: page.user,
    cell: ({ userId }) => (
      <Link to={userPath(userId)} class="mono">
        <Text>{shortened(userId)}</Text>
      </Link>
    ),
  },
  { name: page.kyc, cell: ({ kycStatus }) => <Status tone={toneOf(kycStatus)}>{kyc[kycStatus]}</Status> },
  { name: finding.mode, cell: ({ mode }) => modes[mode] },
  {
    name: people.wallet,
    cell: ({ wallet }) =>
      wallet === null ? (
        ''
      ) : (
        <>
          <Text limit={60}>{wallet.network}</Text> <Id>{wallet.address}</Id>
        </>
      ),
  },
  { name: page.externalId, cell: ({ hasExternalId }) => (hasExternalId ? page.sealed : page.none) },
  { name: page.created, cell: ({ createdAt }) => <Time of={createdAt} /> },
];
