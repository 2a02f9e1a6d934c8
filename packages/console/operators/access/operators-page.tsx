import { fieldOf } from '../../parts/frame/action';
import { Asked } from '../../parts/frame/asked';
import { Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { type Column, Table } from '../../parts/table';
import { Status, toneOfStanding } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OpsConsoleSession, OpsListedOperator } from '../../wire';
import { readOperators, readSessions } from '../api/access';
import { change } from '../api/work';
import { ChangeButton } from '../frame/change-dialog';
import { useSession } from '../frame/signed-in';

/** The people who operate the ledger, and their sessions. */
export const OperatorsPage = () => {
  const { access } = useReader().words.running;
  return (
    <main id="content">
      <Title of={access.operators}>{access.operators}</Title>
      <Asked ask={readOperators}>{(operators, onReload) => <Operators of={operators} onReload={onReload} />}</Asked>
      <section aria-labelledby="sessions">
        <h2 id="sessions">{access.sessions}</h2>
        <Asked ask={readSessions}>{(sessions, onReload) => <Sessions of={sessions} onReload={onReload} />}</Asked>
      </section>
    </main>
  );
};

interface ListProps<Item> {
  readonly of: readonly Item[];
  readonly onReload: () => void;
}

export const Operators = ({ of: operators, onReload }: ListProps<OpsListedOperator>) => {
  const { words } = useReader();
  const { access } = words.running;
  const { permissions } = useSession().operator;
  const columns: readonly Column<OpsListedOperator>[] = [
    { name: access.name, cell: ({ name }) => <Text limit={80}>{name}</Text> },
    { name: access.role, cell: ({ role }) => words.roles[role] },
    {
      name: words.page.state,
      cell: ({ status }) => <Status tone={toneOfStanding(status)}>{access.statuses[status]}</Status>,
    },
    { name: words.work.since, cell: ({ addedAt }) => <Time of={addedAt} /> },
    { name: access.addedBy, cell: ({ addedBy }) => (addedBy === null ? '' : <Text limit={80}>{addedBy}</Text>) },
  ];
  const revoke: Column<OpsListedOperator> = {
    name: access.revoke,
    cell: ({ name, status }) => status !== 'REVOKED' && <Revoke name={name} onDone={onReload} />,
  };
  return (
    <Table
      label={access.operators}
      columns={permissions.includes('administer') ? [...columns, revoke] : columns}
      rows={operators}
      keyOf={({ name }) => name}
    />
  );
};

const Revoke = ({ name: id, onDone }: { name: string; onDone: () => void }) => {
  const { access } = useReader().words.running;
  const send = (fields: FormData, key: string) =>
    change('/ops/v1/operators/{id}/revoke', { id, key, body: { reason: fieldOf(fields, 'reason') } });
  return (
    <ChangeButton title={access.revoke} lead={access.revokeLead} send={send} onDone={onDone}>
      <p>
        <strong>{id}</strong>
      </p>
    </ChangeButton>
  );
};

export const Sessions = ({ of: sessions, onReload }: ListProps<OpsConsoleSession>) => {
  const { words } = useReader();
  const { access } = words.running;
  const columns: readonly Column<OpsConsoleSession>[] = [
    { name: access.name, cell: ({ operatorName }) => <Text limit={80}>{operatorName}</Text> },
    { name: access.startedAt, cell: ({ startedAt }) => <Time of={startedAt} /> },
    { name: access.usedAt, cell: ({ usedAt }) => <Time of={usedAt} /> },
    { name: access.address, cell: ({ address }) => <Text limit={60}>{address}</Text> },
    { name: access.browser, cell: ({ browser }) => <Text limit={80}>{browser}</Text> },
    {
      name: access.end,
      cell: ({ sessionId, isCurrent }) => (isCurrent ? access.current : <End id={sessionId} onDone={onReload} />),
    },
  ];
  return <Table label={access.sessions} columns={columns} rows={sessions} keyOf={({ sessionId }) => sessionId} />;
};

const End = ({ id, onDone }: { id: string; onDone: () => void }) => {
  const { access } = useReader().words.running;
  const send = (fields: FormData, key: string) =>
    change('/ops/v1/sessions/{id}/end', { id, key, body: { reason: fieldOf(fields, 'reason') } });
  return <ChangeButton title={access.end} lead={access.endLead} send={send} onDone={onDone} />;
};
