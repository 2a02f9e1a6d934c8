import { sweepCredits } from '../../../commands/cashin/credit/sweep-credits';
import type { Credit } from '../../../commands/ports/providers/charge-provider';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { charge, paidPix } from '../../doubles/scripted-charges';
import { cashing, type Script } from './cashing';

export const UNSWEPT = 'A charge provider has listed no payments for an hour: a PIX may be missing';

export const MINUTE = 60;
export const HOUR = 3_600;
export const DAY = 86_400;

export const sweep = { partnerId: 'p1', mode: 'sandbox', provider: 'sandbox', sinceMs: Date.parse(time(0)) } as const;
export const credit = (changes: Partial<Credit> = {}): Credit => ({
  ...{ endToEndId: 'E1', chargeKey: 'cash1', amount: 15_000n, at: time(400) },
  ...changes,
});
export const late = charge('CANCELLED', { payments: [paidPix({ paidAt: time(400) })] });

export const sweeping = async (script: Script) => {
  const world = await cashing({ get: [late], ...script }, event('CashinExpired'));
  world.at(500);
  return { ...world, run: (changes = {}) => sweepCredits(world.deps)({ ...sweep, ...changes }) };
};
/** As a provider lists what came in the window that it is asked for. */
export const inOneWindow = (many: readonly Credit[]) => (from: string, to: string) =>
  ({ ok: true, value: from <= time(400) && time(400) < to ? many : [] }) as const;
export const credits = (...value: readonly Credit[]) => ({ credits: inOneWindow(value) });
