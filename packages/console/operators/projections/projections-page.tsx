import { useEffect } from 'preact/hooks';
import { fieldOf } from '../../parts/frame/action';
import { Asked } from '../../parts/frame/asked';
import { Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { Id } from '../../parts/values/id';
import { Status } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OpsProjection, OpsProjections } from '../../wire';
import { readProjections } from '../api/running';
import { change } from '../api/work';
import { ChangeButton } from '../frame/change-dialog';
import { useSession } from '../frame/signed-in';
import { Job } from './job';

/** The place of each projection, its parked streams, and its rebuild. */
export const ProjectionsPage = () => {
  const { projections } = useReader().words.running;
  return (
    <main id="content">
      <Title of={projections.title}>{projections.title}</Title>
      <Asked ask={readProjections}>{(of, onReload) => <Projections of={of} onReload={onReload} />}</Asked>
    </main>
  );
};

const ASK_EVERY_MS = 1_000;

export const Projections = ({ of, onReload }: { of: OpsProjections; onReload: () => void }) => {
  const { running, states } = useReader().words;
  const isRebuilding = of.projections.some(({ job }) => job?.state === 'RUNNING');
  useEffect(() => {
    if (!isRebuilding) return;
    const timer = setTimeout(onReload, ASK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [of]);
  return (
    <>
      <p class="tools">
        <span class="muted">
          {running.projections.head} <code>{of.head}</code>
        </span>
        <button type="button" onClick={onReload}>
          {states.reload}
        </button>
      </p>
      {of.projections.toSorted(byAttention).map((projection) => (
        <One key={projection.name} of={projection} onReload={onReload} />
      ))}
    </>
  );
};

const needsAttention = ({ parked, job }: OpsProjection): boolean =>
  parked.length > 0 || (job !== null && job.state !== 'SWAPPED' && job.state !== 'CANCELLED');

const byAttention = (left: OpsProjection, right: OpsProjection): number =>
  Number(needsAttention(right)) - Number(needsAttention(left));

interface OneProps {
  readonly of: OpsProjection;
  readonly onReload: () => void;
}

const One = ({ of, onReload }: OneProps) => {
  const { projections } = useReader().words.running;
  const { name, position, parked, job } = of;
  return (
    <article class="movement">
      <div class="tools">
        <h2>
          <code>{name}</code>
          <Standing of={of} />
          <span class="muted">
            {projections.position} <code>{position ?? '–'}</code>
          </span>
        </h2>
        <Tools of={of} onReload={onReload} />
      </div>
      {parked.length > 0 && (
        <ul>
          {parked.map(({ stream, since, error }) => (
            <li key={stream}>
              <Id>{stream}</Id> <Time of={since} />:{' '}
              <span lang="en">
                <Text limit={300}>{error}</Text>
              </span>
            </li>
          ))}
        </ul>
      )}
      {job !== null && <Job name={name} of={job} onReload={onReload} />}
    </article>
  );
};

const Standing = ({ of: { isBehind, parked } }: { of: OpsProjection }) => {
  const { projections } = useReader().words.running;
  if (parked.length > 0) return <Status tone="bad">{projections.parked(parked.length)}</Status>;
  return <Status tone={isBehind ? 'moving' : 'good'}>{isBehind ? projections.behind : projections.current}</Status>;
};

const Tools = ({ of: { name: id, parked, job }, onReload }: OneProps) => {
  const { projections } = useReader().words.running;
  const { permissions } = useSession().operator;
  const sentBy = (fields: FormData, key: string) => ({ id, key, body: { reason: fieldOf(fields, 'reason') } });
  return (
    <>
      {permissions.includes('operate') && job?.state !== 'RUNNING' && (
        <ChangeButton
          title={projections.rebuild}
          lead={projections.rebuildLead}
          send={(fields, key) => change('/ops/v1/projections/{id}/rebuild', sentBy(fields, key))}
          onDone={onReload}
        />
      )}
      {permissions.includes('administer') && parked.length > 0 && (
        <ChangeButton
          title={projections.replay}
          lead={projections.replayLead}
          send={(fields, key) => change('/ops/v1/projections/{id}/replay', sentBy(fields, key))}
          onDone={onReload}
        />
      )}
    </>
  );
};
