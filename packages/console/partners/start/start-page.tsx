import type { Answer } from '../../parts/frame/answer';
import { Asked } from '../../parts/frame/asked';
import { Link } from '../../parts/link';
import { Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { CopyButton } from '../../parts/values/copy';
import { Status } from '../../parts/values/status';
import { readDeliveries, readKeys, readPayments, readUsers, readWebhook } from '../api/reads';
import { type DashboardMode, pathTo, type Screen } from '../frame/paths';
import { useDashboardWords, useMember } from '../frame/signed-in';
import { requestsAt, type StepName } from './requests';

export type Seen = Readonly<Record<StepName, boolean>>;

const STEPS: readonly (readonly [StepName, Screen])[] = [
  ['KEY', 'developers'],
  ['USER', 'users'],
  ['PAYMENT', 'sandbox'],
  ['WEBHOOK', 'developers'],
  ['DELIVERY', 'deliveries'],
];

const ONE = { limit: '1' };

/** Steps that the log has seen; the first failure fails the page. */
const readSeen = async (): Promise<Answer<Seen>> => {
  const [keys, users, payments, webhook, deliveries] = await Promise.all([
    readKeys(),
    readUsers(ONE),
    readPayments({ ...ONE, status: 'COMPLETED' }),
    readWebhook(),
    readDeliveries({ ...ONE, status: 'DELIVERED' }),
  ]);
  if (!keys.isOk) return keys;
  if (!users.isOk) return users;
  if (!payments.isOk) return payments;
  if (!webhook.isOk) return webhook;
  if (!deliveries.isOk) return deliveries;
  const seen = {
    KEY: keys.data.rows.some(({ status }) => status === 'ACTIVE'),
    USER: users.data.rows.length > 0,
    PAYMENT: payments.data.rows.length > 0,
    WEBHOOK: webhook.data !== null,
    DELIVERY: deliveries.data.rows.length > 0,
  };
  return { isOk: true, data: seen };
};

export const StartPage = () => {
  const { start } = useDashboardWords();
  const { states } = useReader().words;
  return (
    <>
      <Title of={start.title}>{start.title}</Title>
      <p>{start.lead}</p>
      <Asked ask={readSeen}>
        {(seen, onReload) => (
          <>
            <Steps seen={seen} />
            <button type="button" onClick={onReload}>
              {states.reload}
            </button>
          </>
        )}
      </Asked>
    </>
  );
};

/** A live payment is made by programs alone. */
const screenOf = (screen: Screen, mode: DashboardMode): Screen =>
  screen === 'sandbox' && mode === 'live' ? 'payments' : screen;

export const Steps = ({ seen }: { seen: Seen }) => {
  const { start, payments } = useDashboardWords();
  const { mode } = useMember();
  const requests = requestsAt(location.origin);
  return (
    <ol class="work">
      {STEPS.map(([name, screen]) => (
        <li key={name} class="row">
          <Status tone={seen[name] ? 'good' : 'waiting'}>{seen[name] ? start.done : start.open}</Status>
          <strong>{start.steps[name]}</strong>
          <Link to={pathTo(mode, screenOf(screen, mode))}>
            {name === 'PAYMENT' && mode === 'live' ? payments.title : start.goTo[name]}
          </Link>
          <details class="because">
            <summary>{start.request}</summary>
            <pre>{requests[name]}</pre>
            <CopyButton text={requests[name]} />
          </details>
        </li>
      ))}
    </ol>
  );
};
