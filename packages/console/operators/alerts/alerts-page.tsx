import { useState } from 'preact/hooks';
import { Facts } from '../../parts/facts';
import { fieldOf } from '../../parts/frame/action';
import { Asked } from '../../parts/frame/asked';
import { Empty, Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { toast } from '../../parts/toast';
import { Id } from '../../parts/values/id';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OpsAlert } from '../../wire';
import { change, readAlerts } from '../api/work';
import { ChangeDialog } from '../frame/change-dialog';
import { useSession } from '../frame/signed-in';

/** Open alerts; an operator closes a settled one. */
export const AlertsPage = () => {
  const { work } = useReader().words;
  return (
    <main id="content">
      <Title of={work.alerts}>{work.alerts}</Title>
      <Asked ask={readAlerts}>{(alerts, onReload) => <Alerts of={alerts} onReload={onReload} />}</Asked>
    </main>
  );
};

export const Alerts = ({ of: alerts, onReload }: { of: readonly OpsAlert[]; onReload: () => void }) => {
  const { work } = useReader().words;
  const { permissions } = useSession().operator;
  const [closing, setClosing] = useState<OpsAlert | null>(null);
  if (alerts.length === 0) return <Empty>{work.noAlerts}</Empty>;
  const onDone = () => {
    setClosing(null);
    toast(work.done);
    onReload();
  };
  return (
    <>
      {alerts.map((alert) => (
        <article key={`${alert.kind} ${alert.subject}`} class="movement">
          <h2 lang="en">
            <Text>{alert.says}</Text>
          </h2>
          <Facts
            of={[
              [work.kind, <Text>{alert.kind}</Text>],
              [work.since, <Time of={alert.openedAt} />],
              ...Object.entries(alert.facts).map(([name, value]) => [name, <Id>{value}</Id>] as const),
            ]}
          />
          {permissions.includes('operate') && (
            <button type="button" onClick={() => setClosing(alert)}>
              {work.close}
            </button>
          )}
        </article>
      ))}
      {closing !== null && <Closing alert={closing} onDone={onDone} onClose={() => setClosing(null)} />}
    </>
  );
};

interface ClosingProps {
  readonly alert: OpsAlert;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const Closing = ({ alert: { kind, subject, says }, onDone, onClose }: ClosingProps) => {
  const { work } = useReader().words;
  const send = (fields: FormData, key: string) =>
    change('/ops/v1/alerts/close', { id: '', key, body: { kind, subject, reason: fieldOf(fields, 'reason') } });
  return (
    <ChangeDialog title={work.close} action={work.close} send={send} onDone={onDone} onClose={onClose}>
      <p lang="en">
        <Text>{says}</Text>
      </p>
      <p>{work.closeLead}</p>
    </ChangeDialog>
  );
};
