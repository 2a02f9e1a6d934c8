import { useState } from 'preact/hooks';
import { Action, fieldOf } from '../../parts/frame/action';
import { Asked } from '../../parts/frame/asked';
import { Empty } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { type Column, Table } from '../../parts/table';
import { Status } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { ApiKey, IssuedKey } from '../../wire-partners';
import { makeKey, revokeKey } from '../api/changes';
import { readKeys } from '../api/reads';
import { Confirmed } from '../frame/confirmed';
import { Field } from '../frame/filters';
import { Secret } from '../frame/secret';
import { useDashboardWords, useMember } from '../frame/signed-in';

/** Keys of the mode; a new one is shown until the page is left. */
export const Keys = () => {
  const { developers } = useDashboardWords();
  const { may } = useMember();
  const [issued, setIssued] = useState<IssuedKey | null>(null);
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">{developers.keys}</h2>
      {issued !== null && <Secret>{issued.apiKey}</Secret>}
      {may('configure') && (
        <Action action={developers.make} send={(fields) => makeKey(fieldOf(fields, 'name'))} onDone={setIssued}>
          <Field name={developers.name}>
            <input name="name" maxLength={64} />
          </Field>
        </Action>
      )}
      <Asked key={issued?.keyId} ask={readKeys}>
        {({ rows }, onReload) => <KeyTable rows={rows} onReload={onReload} />}
      </Asked>
    </section>
  );
};

export const KeyTable = ({ rows, onReload }: { rows: readonly ApiKey[]; onReload: () => void }) => {
  const { page } = useReader().words;
  const { developers } = useDashboardWords();
  const { may } = useMember();
  if (rows.length === 0) return <Empty>{developers.noKeys}</Empty>;
  const columns: readonly Column<ApiKey>[] = [
    { name: developers.name, cell: ({ name }) => <Text limit={64}>{name ?? ''}</Text> },
    { name: developers.key, cell: ({ prefix, last4 }) => <code>{`${prefix}…${last4}`}</code> },
    {
      name: page.state,
      cell: ({ status }) => (
        <Status tone={status === 'ACTIVE' ? 'good' : 'over'}>
          {status === 'ACTIVE' ? developers.active : developers.revoked}
        </Status>
      ),
    },
    { name: page.created, cell: ({ createdAt }) => <Time of={createdAt} /> },
    {
      name: developers.lastUsed,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? developers.never : <Time of={lastUsedAt} />),
    },
    {
      name: developers.revoke,
      cell: ({ keyId, status }) =>
        may('configure') &&
        status === 'ACTIVE' && (
          <Confirmed
            action={developers.revoke}
            lead={developers.revokeLead}
            send={() => revokeKey(keyId)}
            onDone={onReload}
          />
        ),
    },
  ];
  return <Table label={developers.keys} columns={columns} rows={rows} keyOf={({ keyId }) => keyId} />;
};
