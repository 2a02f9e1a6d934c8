import { Asked } from '../../parts/frame/asked';
import { Empty, Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { type Column, Table } from '../../parts/table';
import { Id } from '../../parts/values/id';
import { Status, toneOf } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { PartnerUser } from '../../wire-partners';
import { wordFor } from '../../words/codes';
import { readUsers } from '../api/reads';
import { Field, FilterForm, filtersIn } from '../frame/filters';
import { Older } from '../frame/older';
import { useDashboardWords } from '../frame/signed-in';

export const UsersPage = ({ query }: { query: string }) => {
  const { users } = useDashboardWords();
  const filters = filtersIn(query);
  return (
    <>
      <Title of={users.title}>{users.title}</Title>
      <FilterForm key={query} screen="users">
        <Field name={users.externalId}>
          <input name="externalUserId" value={filters['externalUserId'] ?? ''} maxLength={128} spellcheck={false} />
        </Field>
        <Field name={users.wallet}>
          <input name="pubkey" value={filters['pubkey'] ?? ''} minLength={3} maxLength={128} spellcheck={false} />
        </Field>
      </FilterForm>
      <Asked key={`list ${query}`} ask={() => readUsers(filters)}>
        {({ rows, nextCursor }, onReload) => (
          <>
            <UserTable rows={rows} />
            <Older screen="users" label={users.older} {...{ filters, nextCursor, onReload }} />
          </>
        )}
      </Asked>
    </>
  );
};

export const UserTable = ({ rows }: { rows: readonly PartnerUser[] }) => {
  const { kyc, page } = useReader().words;
  const { users, payments } = useDashboardWords();
  if (rows.length === 0) return <Empty>{users.none}</Empty>;
  const columns: readonly Column<PartnerUser>[] = [
    { name: users.externalId, cell: ({ externalUserId }) => <Text limit={128}>{externalUserId ?? ''}</Text> },
    { name: payments.userId, cell: ({ userId }) => <Id>{userId}</Id> },
    {
      name: page.kyc,
      cell: ({ kycStatus }) => <Status tone={toneOf(kycStatus)}>{wordFor(kyc, kycStatus)}</Status>,
    },
    { name: users.wallet, cell: ({ pubkey }) => (pubkey === null ? '' : <Id>{pubkey}</Id>) },
    { name: page.created, cell: ({ createdAt }) => <Time of={createdAt} /> },
  ];
  return <Table label={users.title} columns={columns} rows={rows} keyOf={({ userId }) => userId} />;
};
