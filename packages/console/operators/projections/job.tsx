import { fieldOf } from '../../parts/frame/action';
import { useReader } from '../../parts/reader';
import { type Column, Table } from '../../parts/table';
import { Status, type Tone } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OpsRebuildJob } from '../../wire';
import { change } from '../api/work';
import { ChangeButton } from '../frame/change-dialog';
import { useSession } from '../frame/signed-in';

const TONES: Readonly<Record<OpsRebuildJob['state'], Tone>> = {
  RUNNING: 'moving',
  SWAPPED: 'good',
  BLOCKED: 'bad',
  CANCELLED: 'over',
  FAILED: 'bad',
  LOST: 'bad',
};

interface JobProps {
  readonly name: string;
  readonly of: OpsRebuildJob;
  readonly onReload: () => void;
}

/** The last rebuild: its progress, then rows that differ, and the way to accept them. */
export const Job = ({ name, of: job, onReload }: JobProps) => {
  const { projections } = useReader().words.running;
  return (
    <div class="notice">
      <p>
        <Status tone={TONES[job.state]}>{projections.states[job.state]}</Status> ·{' '}
        <Text limit={80}>{job.operatorName}</Text>, <Time of={job.startedAt} />
      </p>
      {job.error !== null && job.state !== 'CANCELLED' && (
        <p lang="en">
          <Text limit={300}>{job.error}</Text>
        </p>
      )}
      <Progress of={job} />
      {job.differences.length > 0 && job.state !== 'RUNNING' && <Differences of={job} />}
      <Ends name={name} of={job} onReload={onReload} />
    </div>
  );
};

const MS = 1_000;

/** The bar shows the reading alone, by the time left: the other phases are short. */
const Progress = ({ of: { state, progress, startedAt } }: { of: OpsRebuildJob }) => {
  const { language, words } = useReader();
  const { projections } = words.running;
  if (state !== 'RUNNING' || progress === null) return null;
  const { phase, events, eventsPerSecond, etaMs } = progress;
  const goneMs = Math.max(Date.now() - Date.parse(startedAt), 1);
  const isReading = phase === 'reading' && etaMs > 0;
  const number = (value: number) => value.toLocaleString(language);
  return (
    <p>
      <progress
        aria-label={projections.phases[phase]}
        max={1}
        {...(isReading ? { value: goneMs / (goneMs + etaMs) } : {})}
      />{' '}
      {projections.phases[phase]} · {projections.events(number(events), number(eventsPerSecond))}
      {isReading && ` · ${projections.left(Math.ceil(etaMs / MS))}`}
    </p>
  );
};

type Difference = OpsRebuildJob['differences'][number];

const Differences = ({ of: { differences } }: { of: OpsRebuildJob }) => {
  const { projections } = useReader().words.running;
  const value = (text: string | null) => (text === null ? projections.nothing : <Text limit={200}>{text}</Text>);
  const columns: readonly Column<Difference>[] = [
    { name: projections.row, cell: ({ table, key }) => <Text limit={120}>{`${table} ${key ?? ''}`}</Text> },
    { name: projections.column, cell: ({ column }) => (column === null ? '' : <Text limit={60}>{column}</Text>) },
    { name: projections.live, cell: ({ live }) => value(live) },
    { name: projections.rebuilt, cell: ({ rebuilt }) => value(rebuilt) },
  ];
  return (
    <Table
      label={projections.differences}
      columns={columns}
      rows={differences}
      keyOf={({ table, key, column }) => `${table} ${key} ${column}`}
    />
  );
};

/** Each button has a key: an open dialog to cancel must not become one to accept. */
const Ends = ({ name: id, of: { state, digest }, onReload }: JobProps) => {
  const { projections } = useReader().words.running;
  const { permissions } = useSession().operator;
  const reasonIn = (fields: FormData) => fieldOf(fields, 'reason');
  if (state === 'RUNNING' && permissions.includes('operate'))
    return (
      <ChangeButton
        key="cancel"
        title={projections.cancel}
        lead={projections.cancelLead}
        send={(fields, key) =>
          change('/ops/v1/projections/{id}/rebuild/cancel', { id, key, body: { reason: reasonIn(fields) } })
        }
        onDone={onReload}
      />
    );
  if (state !== 'BLOCKED' || digest === null || !permissions.includes('administer')) return null;
  return (
    <ChangeButton
      key={digest}
      title={projections.accept}
      lead={projections.acceptLead}
      send={(fields, key) =>
        change('/ops/v1/projections/{id}/rebuild/accept', { id, key, body: { reason: reasonIn(fields), digest } })
      }
      onDone={onReload}
    />
  );
};
