import { setTimeout as pause } from 'node:timers/promises';
import type { KillableService } from '../chaos/killable-service';
import { killService, type Until, untilFrom } from '../chaos/timeline';
import { type ChaosChain, DUSTER } from './node/chain';
import { calm, type Endpoint } from './node/proxy';
import type { ChaosPartner, OpenedIntent } from './partner';
import { dustOf, systemTransferOf, transfersOf } from './payments';
import type { Plan, Spell } from './plan';
import { type Players, playPayments } from './players';
import type { TrueMovement } from './settling/truth';
import type { WalletKeeper } from './wallet-keeper';

/** Everything that the storm moves. */
export interface Sea {
  readonly plan: Plan;
  readonly chain: ChaosChain;
  readonly foreignChain: ChaosChain;
  readonly endpoints: readonly Endpoint[];
  readonly service: KillableService;
  readonly partner: ChaosPartner;
  readonly wallets: WalletKeeper;
  /** Transactions that all endpoints hide; grows. */
  readonly hidden: Set<string>;
  /** The movements that are final on the chain now. */
  readonly finalTruth: () => Promise<readonly TrueMovement[]>;
  readonly say: (line: string) => void;
}

/** After the ride. */
export interface Ridden {
  readonly opened: readonly OpenedIntent[];
  /** Final movements before final history changed. */
  readonly formerTruth: readonly TrueMovement[];
}

const TEND_MS = 500;
const CATCH_UP_MS = 250;
/** Blocks that become final at each step while finality catches up. */
const CATCH_UP_BLOCKS = 6;
const SYSTEM_UNITS = 1_000_000n;
/** Beyond what was final. */
const DEEPER_BLOCKS = 4;
/**
 * Plays the plan from its first moment to its last, then makes every endpoint honest again: on a slow machine no intent
 * may be opened before that.
 */
export const ride = async (sea: Sea): Promise<Ridden> => {
  const { plan } = sea;
  const until = untilFrom(Date.now());
  for (const [index, endpoint] of sea.endpoints.entries()) {
    endpoint.mood.weights = plan.weights[index] ?? endpoint.mood.weights;
    endpoint.mood.finalLag = plan.profile.farFinalLag;
  }
  const tending = keepTending(sea);
  const weather = blow(sea, until).then((formerTruth) => {
    heal(sea);
    return formerTruth;
  });
  const opened = await playPayments({ ...sea, payments: plan.payments, pay: payerIn(sea) }, until, weather);
  const formerTruth = await weather;
  await tending.stop();
  return { opened, formerTruth };
};

const payerIn =
  ({ chain, foreignChain, wallets }: Sea): Players['pay'] =>
  async (payment, intent) => {
    for (const transfer of transfersOf(chain, payment, intent)) {
      if (payment.kind === 'foreign-chain') await foreignChain.send(transfer);
      else await wallets.pay(transfer);
    }
  };

/** All that goes wrong by itself. Answers what was final before final history changed. */
const blow = async (sea: Sea, until: Until): Promise<readonly TrueMovement[]> => {
  const { plan } = sea;
  const [formerTruth] = await Promise.all([
    changeFinalHistory(sea, until),
    killService(sea, plan.kills, until),
    forkChain(sea, until),
    ...plan.spells.map((spell) => playSpell(sea, spell, until)),
    ...plan.dusts.map(({ atMs, transfers }) => until(atMs).then(() => sendDust(sea, transfers))),
    ...plan.systemTransfersAtMs.map((atMs) => until(atMs).then(() => sendHidden(sea))),
    catchUp(sea, until),
    until(plan.stormMs),
  ]);
  return formerTruth;
};

/** Makes the endpoints honest. */
const heal = ({ endpoints, plan }: Sea): void => {
  for (const { mood } of endpoints) Object.assign(mood, calm(plan.profile));
};

const keepTending = ({ wallets }: Sea) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const tend = async (): Promise<void> => {
    while (!signal.aborted) {
      await wallets.tend();
      await pause(TEND_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const tended = tend();
  // Its failure is thrown at the stop, and not before.
  tended.catch(() => undefined);
  return {
    stop: async (): Promise<void> => {
      stopping.abort();
      await tended;
    },
  };
};

const playSpell = async ({ endpoints }: Sea, { endpoint, what, fromMs, toMs }: Spell, until: Until): Promise<void> => {
  const mood = endpoints[endpoint]?.mood;
  if (mood === undefined) return;
  const name = ({ foreign: 'foreign', away: 'away', 'no-final': 'noFinal', 'no-batches': 'noBatches' } as const)[what];
  await until(fromMs);
  mood[name] = true;
  await until(toMs);
  mood[name] = false;
};

const forkChain = async ({ plan, chain, say }: Sea, until: Until): Promise<void> => {
  for (const { atMs, depth } of plan.forks) {
    await until(atMs);
    await chain.reorg(depth);
    say(`  ${depth} blocks were replaced`);
  }
};

/** Dust that a fork removes is not sent again. */
const sendDust = ({ chain }: Sea, transfers: number): Promise<unknown> =>
  chain.sendAll(DUSTER, dustOf(transfers)).catch(() => undefined);

/** The hidden transaction is mined after its hash is known, so that no block ever shows it. */
const sendHidden = ({ chain, hidden, wallets }: Sea): Promise<void> =>
  wallets.pay(systemTransferOf(chain, SYSTEM_UNITS), (txid) => void hidden.add(txid));

/** Finality that was far behind comes nearer block by block, and never goes back. */
const catchUp = async ({ plan, endpoints }: Sea, until: Until): Promise<void> => {
  const { finalLag, farFinalLag } = plan.profile;
  await until(plan.catchUpAtMs);
  for (let lag = farFinalLag; lag > finalLag; lag -= CATCH_UP_BLOCKS) {
    for (const { mood } of endpoints) mood.finalLag = Math.max(lag, finalLag);
    await pause(CATCH_UP_MS);
  }
  for (const { mood } of endpoints) mood.finalLag = finalLag;
};

const changeFinalHistory = async (
  { plan, chain, finalTruth, say }: Sea,
  until: Until,
): Promise<readonly TrueMovement[]> => {
  if (plan.finalChangeAtMs === null) return [];
  await until(plan.finalChangeAtMs);
  const former = await finalTruth();
  await chain.reorg(plan.profile.finalLag + DEEPER_BLOCKS);
  say('  history that was final has changed');
  return former;
};
