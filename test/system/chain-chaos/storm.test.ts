import { setTimeout as pause } from 'node:timers/promises';
import { calm, type Endpoint } from './node/proxy';
import { type Plan, planOf } from './plan';
import { ride, type Sea } from './storm';

const PLAN = planOf({ seed: 5, intents: 2 });
const SHORT: Plan = {
  ...PLAN,
  ...{ stormMs: 40, catchUpAtMs: 10, finalChangeAtMs: null },
  ...{ spells: [], forks: [], kills: [], dusts: [], systemTransfersAtMs: [] },
  payments: PLAN.payments.map((payment) => ({ ...payment, openAtMs: 0, kind: 'nothing' as const })),
};

/** Nothing of it is asked: payers of these plans pay nothing, and nobody is killed. */
const nobody = null as never;

const lying = (): Endpoint => ({
  ...{ url: '', calls: () => 0, stop: async () => undefined },
  mood: { ...calm(PLAN.profile), foreign: true },
});

const seaOf = (endpoints: readonly Endpoint[], openIntent: Sea['partner']['openIntent']): Sea => ({
  ...{ plan: SHORT, endpoints, hidden: new Set(), finalTruth: async () => [], say: () => undefined },
  ...{ chain: nobody, foreignChain: nobody, service: nobody },
  partner: { openIntent, quoteStatus: async () => 0, refusals: new Map() },
  wallets: { tend: async () => undefined, pay: async () => undefined },
});

const opened = {
  ...{ intentId: 'an-intent', memo: 'AAAA', assetId: 1, amountBaseUnits: 1n, payoutCents: 100n },
};

test('who could open no intent in the storm opens it once the endpoints tell the truth', async () => {
  const endpoints = [lying(), lying()];
  const isCalm = (): boolean => endpoints.every(({ mood }) => !mood.foreign);
  const sea = seaOf(endpoints, async (_, goesOn) => {
    while (goesOn() && !isCalm()) await pause(5);
    return isCalm() ? { ...opened, expiresAtMs: Date.now() } : null;
  });
  expect((await ride(sea)).opened).toHaveLength(SHORT.payments.length);
}, 20_000);

test('endpoints lie as long as the storm lasts', async () => {
  const endpoints = [lying(), lying()];
  const startMs = Date.now();
  let calmAfterMs = 0;
  const sea = seaOf(endpoints, async () => {
    while (endpoints.some(({ mood }) => mood.foreign)) await pause(1);
    calmAfterMs = Date.now() - startMs;
    return null;
  });
  await ride(sea);
  expect(calmAfterMs).toBeGreaterThanOrEqual(SHORT.stormMs - 1);
}, 20_000);
