import { type Column, Table } from '../../parts/table';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OwnSession } from '../../wire-partners';
import { endOwnSession } from '../api/session';
import { Confirmed } from '../frame/confirmed';
import { useDashboardWords } from '../frame/signed-in';

export const OwnSessions = ({ rows, onReload }: { rows: readonly OwnSession[]; onReload: () => void }) => {
  const { members } = useDashboardWords();
  const columns: readonly Column<OwnSession>[] = [
    { name: members.startedAt, cell: ({ startedAt }) => <Time of={startedAt} /> },
    { name: members.usedAt, cell: ({ usedAt }) => <Time of={usedAt} /> },
    { name: members.address, cell: ({ address }) => <Text limit={60}>{address}</Text> },
    { name: members.browser, cell: ({ browser }) => <Text limit={80}>{browser}</Text> },
    {
      name: members.end,
      cell: ({ memberSessionId: id, isCurrent }) =>
        isCurrent ? (
          members.current
        ) : (
          <Confirmed action={members.end} lead={members.endLead} send={() => endOwnSession(id)} onDone={onReload} />
        ),
    },
  ];
  return <Table label={members.sessions} columns={columns} rows={rows} keyOf={({ memberSessionId: id }) => id} />;
};
