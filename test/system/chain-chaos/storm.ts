import { setTimeout as pause } from 'node:timers/promises';
import { TOLERANCE_SECONDS } from './installation';
import type { KillableService } from './killable-service';
import { type ChaosChain, DUSTER } from './node/chain';
import { calm, type Endpoint } from './node/proxy';
import type { ChaosPartner, OpenedIntent } from './partner';
import { dustOf, systemTransferOf, transfersOf } from './payments';
import type { Plan, PlannedPayment, Spell } from './plan';
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
  /** Transactions that the endpoints show to nobody; grows. */
  readonly hidden: Set<string>;
  /** What is final on the chain at the moment. */
  readonly finalTruth: () => Promise<readonly TrueMovement[]>;
  readonly say: (line: string) => void;
}

export interface Stormed {
  readonly opened: readonly OpenedIntent[];
  /** What was final before final history changed. */
  readonly formerTruth: readonly TrueMovement[];
}

const TEND_MS = 500;
/** Who could open no intent in the storm, since the service or its view of the chain was away, goes on trying this long after it. */
const PATIENCE_MS = 240_000;
const CATCH_UP_MS = 250;
/** Blocks that become final at each step while finality catches up. */
const CATCH_UP_BLOCKS = 6;
/** A late payer is later than the tolerance, also when blocks are slow. */
const LATE_BY_MS = TOLERANCE_SECONDS * 1_000 + 1_000;
const SYSTEM_UNITS = 1_000_000n;
/** Beyond what was final. */
const DEEPER_BLOCKS = 4;
/** Payments are made this long before the window closes at the latest. */
const HURRY_MS = 1_000;

type Until = (atMs: number) => Promise<void>;

/**
 * Plays the plan from its first moment to its last, then makes every endpoint honest again: on a slow machine no intent
 * may be opened before that.
 */
export const ride = async (sea: Sea): Promise<Stormed> => {
  const { plan } = sea;
  const startMs = Date.now();
  const until: Until = (atMs) => pause(Math.max(0, startMs + atMs - Date.now()));
  for (const [index, endpoint] of sea.endpoints.entries()) {
    endpoint.mood.weights = plan.weights[index] ?? endpoint.mood.weights;
    endpoint.mood.finalLag = plan.profile.farFinalLag;
  }
  const tending = keepTending(sea);
  let calmAtMs = Number.POSITIVE_INFINITY;
  const goesOn = (): boolean => Date.now() < calmAtMs + PATIENCE_MS;
  const weather = blow(sea, until).then((formerTruth) => {
    heal(sea);
    calmAtMs = Date.now();
    return formerTruth;
  });
  const [opened, formerTruth] = await Promise.all([
    Promise.all(plan.payments.map((payment) => playPayment(sea, payment, goesOn, until))),
    weather,
  ]);
  await tending.stop();
  return { opened: opened.flatMap((intent) => intent ?? []), formerTruth };
};

/** All that goes wrong by itself. Answers what was final before final history changed. */
const blow = async (sea: Sea, until: Until): Promise<readonly TrueMovement[]> => {
  const { plan } = sea;
  const [formerTruth] = await Promise.all([
    changeFinalHistory(sea, until),
    killService(sea, until),
    forkChain(sea, until),
    ...plan.spells.map((spell) => playSpell(sea, spell, until)),
    ...plan.dusts.map(({ atMs, transfers }) => until(atMs).then(() => sendDust(sea, transfers))),
    ...plan.systemTransfersAtMs.map((atMs) => until(atMs).then(() => sendHidden(sea))),
    catchUp(sea, until),
    until(plan.stormMs),
  ]);
  return formerTruth;
};

/** The endpoints tell the truth from now on. */
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
  // Its failure is told to whoever stops it, and is no news before that.
  tended.catch(() => undefined);
  return {
    stop: async (): Promise<void> => {
      stopping.abort();
      await tended;
    },
  };
};

const playPayment = async (
  sea: Sea,
  payment: PlannedPayment,
  goesOn: () => boolean,
  until: Until,
): Promise<OpenedIntent | null> => {
  const { chain, foreignChain, partner, wallets } = sea;
  await until(payment.openAtMs);
  const intent = await partner.openIntent(payment, goesOn);
  if (intent === null) return null;
  const windowMs = intent.expiresAtMs - Date.now();
  const isLate = payment.kind === 'late';
  await pause(isLate ? windowMs + LATE_BY_MS : Math.min(windowMs * payment.payAtShare, windowMs - HURRY_MS));
  for (const transfer of transfersOf(chain, payment, intent)) {
    if (payment.kind === 'foreign-chain') await foreignChain.send(transfer);
    else await wallets.pay(transfer);
  }
  return intent;
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

const killService = async ({ plan, service, say }: Sea, until: Until): Promise<void> => {
  for (const { atMs, restMs } of plan.kills) {
    await until(atMs);
    say('  the service is killed');
    await service.kill(restMs);
  }
};

/** What a fork upsets of it is not sent again: it is dust. */
const sendDust = ({ chain }: Sea, transfers: number): Promise<unknown> =>
  chain.sendAll(DUSTER, dustOf(transfers)).catch(() => undefined);

/** It is mined a moment after its hash is known, so that no block ever shows it. */
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
