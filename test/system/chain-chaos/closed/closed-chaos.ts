import { setTimeout as pause } from 'node:timers/promises';
import { depositIdOf } from '../../../../aggregates/chain';
import { type ChaosReport, type FrameOptions, inFrame } from '../../chaos/frame';
import { killService, type Until, untilFrom } from '../../chaos/timeline';
import { COIN_ID, TOKEN_ID } from '../installation';
import { type OpenedService, openInstallation } from '../opened-service';
import type { OpenedIntent } from '../partner';
import { type PlannedPayment, USERS } from '../plan';
import { playPayments } from '../players';
import { awaitQuiet, judgementOf } from '../settling/quiet';
import type { TrueMovement } from '../settling/truth';
import type { ClosedNetwork, Place, Sending } from './closed-network';
import { type ClosedPlan, type ClosedPlanOptions, type FaultSpell, planClosed } from './closed-plan';

export type ClosedChaosOptions = ClosedPlanOptions & FrameOptions;

const PASS_MS = 100;
/** An endpoint is another chain after its connections broke. */
const RECONNECT_MS = 600;
/** While the service is away. */
const FORGETS_AFTER_MS = 3_000;
const BLOCKS_AFTER_STORM = 3;
const ASSET_IDS = { coin: COIN_ID, token: TOKEN_ID, 'look-alike': null } as const;

/** The payer's transfers for an intent, in order. */
const sendingsOf = ({ kind }: PlannedPayment, intent: OpenedIntent): readonly Sending[] => {
  const { amountBaseUnits: amount, memo } = intent;
  const [asset, other] = intent.assetId === COIN_ID ? (['coin', 'token'] as const) : (['token', 'coin'] as const);
  switch (kind) {
    case 'honest':
    case 'late':
      return [{ asset, amount, memo }];
    case 'underpaid':
      return [{ asset, amount: amount - 1n, memo }];
    case 'overpaid':
      return [{ asset, amount: amount + 12_345n, memo }];
    case 'twice':
      return [amount, amount + 1n].map((units) => ({ asset, amount: units, memo }));
    case 'wrong-memo':
      return [{ asset, amount, memo: `${memo}\n` }];
    case 'two-memos':
      return [{ asset, amount, memo: memo + memo }];
    case 'no-memo':
      return [{ asset, amount, memo: '' }];
    case 'wrong-token':
      return [{ asset: 'look-alike', amount, memo }];
    case 'other-asset':
      return [{ asset: other, amount, memo }];
    case 'foreign-chain':
    case 'router':
    case 'nothing':
      return [];
  }
};

interface ClosedSea extends OpenedService {
  readonly network: ClosedNetwork;
  readonly plan: ClosedPlan;
  /** By the transaction's id. */
  readonly sent: Map<string, Sending>;
  /** Transactions that the ledger has forgotten. */
  readonly remembered: Map<string, Place>;
  readonly say: (line: string) => void;
}

const sendAll = async ({ network, sent }: ClosedSea, sendings: readonly Sending[]): Promise<void> => {
  for (const sending of sendings) sent.set(await network.send(sending), sending);
};

const dustOf = (transfers: number): readonly Sending[] =>
  Array.from({ length: transfers }, (_, index) => ({ asset: 'coin', amount: BigInt(index + 1), memo: '' }));

const playSpell = async ({ network }: ClosedSea, { endpoint, fault, fromMs, toMs }: FaultSpell, until: Until) => {
  const { endure } = network.endpoints[endpoint]!;
  await until(fromMs);
  if (fault === 'otherChain') {
    endure('dropConnections');
    await pause(RECONNECT_MS);
  }
  endure(fault);
  await until(toMs);
  endure(null);
};

const forget = async ({ network, remembered, plan: { forgetAtMs }, say }: ClosedSea, until: Until): Promise<void> => {
  if (forgetAtMs === null) return;
  await until(forgetAtMs + FORGETS_AFTER_MS);
  for (const [txid, place] of network.places()) remembered.set(txid, place);
  network.forget();
  say('  history is forgotten');
};

const blow = async (sea: ClosedSea, until: Until): Promise<void> => {
  const { plan } = sea;
  await Promise.all([
    killService(sea, plan.kills, until),
    forget(sea, until),
    ...plan.spells.map((spell) => playSpell(sea, spell, until)),
    ...plan.dusts.map(({ atMs, transfers }) => until(atMs).then(() => sendAll(sea, dustOf(transfers)))),
    until(plan.stormMs),
  ]);
};

/** Transfers that succeeded, as the ledger has them. */
const truthOf = ({ network, sent, remembered }: ClosedSea): readonly TrueMovement[] => {
  const places = new Map([...remembered, ...network.places()]);
  return [...sent].flatMap(([txid, { asset, amount, memo }]) => {
    const place = places.get(txid);
    if (place === undefined) return [];
    const { position, height, blockTimeMs } = place;
    const depositId = depositIdOf(network.files.network.name, txid, position);
    return { depositId, height, blockTimeMs, assetId: ASSET_IDS[asset], amountBaseUnits: amount, memo, isPlain: true };
  });
};

const settle = async (sea: ClosedSea, opened: readonly OpenedIntent[], { quietTimeoutMs }: ClosedChaosOptions) => {
  const { network, plan } = sea;
  const lastHeight = network.newest() + BLOCKS_AFTER_STORM;
  const stormed = {
    ...{ ...sea, opened, wanted: plan.payments.length, formerTruth: [], finalHistoryChanged: false },
    historyForgotten: plan.forgetAtMs !== null,
    finalTruth: async () => truthOf(sea),
    isWholeChain: async () => network.newest() >= lastHeight,
  };
  return awaitQuiet(stormed, quietTimeoutMs);
};

const tellPlan = (plan: ClosedPlan, { files }: ClosedNetwork, say: (line: string) => void): void => {
  const { seed, payments, spells, kills, dusts, stormMs, forgetAtMs } = plan;
  say(`seed ${seed} on ${files.network.name}: ${payments.length} intents in a storm of ${stormMs / 1_000} s`);
  for (const { endpoint, fault, fromMs, toMs } of spells)
    say(`  endpoint ${endpoint + 1}: ${fault} from ${(fromMs / 1_000).toFixed(1)} to ${(toMs / 1_000).toFixed(1)} s`);
  say(`  ${kills.length} kills, ${dusts.map(({ transfers }) => transfers).join(' and ') || 'no'} transfers of dust`);
  if (forgetAtMs !== null) say('  history is forgotten: a gap with an alarm is what must come of it');
};

/** As runChaos, on a chain that is read at finality only. */
export const runClosedChaos = (network: ClosedNetwork, options: ClosedChaosOptions): Promise<ChaosReport> =>
  inFrame(options, async (frame) => {
    const { say } = options;
    const { endpoints, files } = network;
    for (const { close } of endpoints) frame.onEnd(close);
    const plan = planClosed(options, network);
    tellPlan(plan, network, say);
    const passing = setInterval(network.pass, PASS_MS);
    frame.onEnd(async () => clearInterval(passing));
    const rpcUrls = endpoints.map(({ url }) => url);
    const service = await openInstallation(frame, { ...plan, ...files, rpcUrls, users: USERS });
    const sea: ClosedSea = { ...service, network, plan, sent: new Map(), remembered: new Map(), say };
    const pay = (payment: PlannedPayment, intent: OpenedIntent) => sendAll(sea, sendingsOf(payment, intent));
    const until = untilFrom(Date.now());
    const opened = await playPayments({ ...sea, payments: plan.payments, pay }, until, blow(sea, until));
    say(`the storm is over; ${opened.length} intents were opened`);
    return judgementOf(await settle(sea, opened, options));
  });
