import { systemClock } from '../../infra/clock';
import { gatedCall } from '../../infra/pair/gate';
import type { Pair } from '../../infra/pair/pair';
import { NO_TRACING } from '../../infra/tracing/tracing';
import { providerPorts } from '../../src/bin/wiring/providers';
import { expectEveryRow } from '../every-row';
import { memorySandbox } from '../infra/providers/memory-sandbox';

const behind = new Error('the log is behind its database');
const pair: Pick<Pair, 'gated'> = {
  gated: (providers, call) => gatedCall(providers, call, { mustDispatch: () => Promise.reject(behind) }),
};
const simulated = { ...memorySandbox(systemClock), banks: [], bankCharges: [], bankDeliveries: [] };
const ports = providerPorts(simulated, { deliveries: [], redemptions: [] }, pair, NO_TRACING);

type Call = (...words: never[]) => Promise<unknown>;

/** The call of each provider that sends money. */
const SENDS: readonly (readonly [string, () => Call | undefined])[] = [
  ['a payout', () => ports.payoutProviders.named(simulated.payouts.name, 'sandbox')?.create],
  ['a refund of a PIX', () => ports.chargeProviders.named(simulated.charges.name, 'sandbox')?.refund],
  ['a delivery', () => ports.cryptoDeliveries.named(simulated.deliveries.name, 'sandbox')?.broadcast],
  ['a redemption', () => ports.redemptions.named(simulated.redemption.name, 'sandbox')?.redeem],
];

test('sends no money while the log may be older than its database', () =>
  expectEveryRow(
    SENDS,
    ([what]) => what,
    async ([, send]) => expect(await send()?.().catch((error: unknown) => error)).toBe(behind),
  ));
