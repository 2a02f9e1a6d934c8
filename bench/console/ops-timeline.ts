import type { Bench, Figure } from '../figures';
import { appendAll } from '../seeds/ledger';
import { longPaymentStream } from '../seeds/long-payment';
import { alternate, percentile } from '../support/alternate';
import { type Ops, openOps } from '../support/ops';
import { onSite } from '../support/site';

const SHORT = 40;
const LONG = 2_000;
/** Events of a page of the console. */
const PAGE = 100;

/** The least that answers the same: the events that name the payment. */
const EVENTS = `SELECT * FROM lastro.audit_trail WHERE intent_id = $1 ORDER BY position_commit DESC, revision DESC
  LIMIT ${PAGE + 1}`;

/** The 95th percentile of the newest page of a timeline, against one SELECT of its events, in turn. */
export const benchOpsTimeline = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const ops = await openOps(bench, site, bench.scale.console.loggedPayments);
    const [short, long] = [await paymentOf(ops, SHORT), await paymentOf(ops, LONG)];
    await ops.untilProjected();
    return [
      await compareTimeline(bench, ops, 'ops-timeline', short),
      await compareTimeline(bench, ops, 'ops-timeline-long', long),
    ];
  });

const paymentOf = async ({ eventStore, userIds: [userId = ''] }: Ops, events: number): Promise<string> => {
  const made = longPaymentStream(userId, events);
  await appendAll(eventStore, [made]);
  return made.stream.slice('cashout-'.length);
};

const compareTimeline = async (bench: Bench, ops: Ops, name: string, id: string): Promise<Figure> => {
  const path = `/ops/v1/payments/${id}/timeline?order=newest&limit=${PAGE}`;
  const p95 = async (ask: () => Promise<number>): Promise<number> => {
    const elapsedMs: number[] = [];
    for (let sample = 0; sample < bench.scale.console.samples; sample += 1) elapsedMs.push(await ask());
    return percentile(elapsedMs, 0.95);
  };
  const select = async (): Promise<number> => {
    const startedMs = performance.now();
    await ops.database.query(EVENTS, [id]);
    return performance.now() - startedMs;
  };
  const sides = { measured: () => p95(() => ops.ask(path)), baseline: () => p95(select) };
  // Both warm up.
  await sides.measured();
  await sides.baseline();
  return alternate(bench, { name, unit: 'ms p95', ...sides });
};
