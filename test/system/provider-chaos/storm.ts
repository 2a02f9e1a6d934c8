import { setTimeout as pause } from 'node:timers/promises';
import type { Exchanges } from '../../providers/exchanges';
import type { Anvil } from '../../stores/anvil';
import { type Asking, openIntentFor, type Wish } from '../chaos/asking';
import type { KillableService } from '../chaos/killable-service';
import { killService, type Until, untilFrom } from '../chaos/timeline';
import { ETH } from './installation';
import type { Plan, PlannedPayout } from './plan';
import type { Callback, Player } from './players/player';
import type { PlayerName } from './players/players';

/** Everything that the storm moves. */
export interface Sea {
  readonly plan: Plan;
  readonly chain: Anvil;
  readonly exchanges: Exchanges;
  readonly players: ReadonlyMap<PlayerName, Player>;
  readonly service: KillableService;
  readonly asking: Asking;
  /** The user's token. */
  readonly token: string;
  readonly say: (line: string) => void;
}

/** A payment that was opened and paid. */
export interface PaidIntent {
  readonly intentId: string;
  readonly payout: PlannedPayout;
}

/** A payout without an intent goes on trying so long after the storm. */
const PATIENCE_MS = 60_000;
const CALL_EVERY_MS = 250;

/** Pays in sequence: one wallet, one nonce after the other. */
const openPayer = ({ chain }: Sea) => {
  const wallet = chain.wallet(0);
  let last: Promise<unknown> = Promise.resolve();
  return (instruction: Parameters<typeof wallet.submit>[0]): Promise<unknown> => {
    last = last.then(() => wallet.submit(instruction));
    return last;
  };
};

type Pay = ReturnType<typeof openPayer>;

const playPayout = async (sea: Sea, payout: PlannedPayout, pay: Pay, goesOn: () => boolean) => {
  const { players, asking, token } = sea;
  const { payeeOf, charging } = players.get(payout.provider)!;
  const quote = { assetId: ETH, ...payeeOf(payout.kind, payout.number, payout.cents).body };
  const wish: Wish =
    charging === undefined
      ? { flow: 'cashout', quote }
      : { flow: 'cashin', quote, intent: { customer: charging.customer } };
  const opened = await openIntentFor(asking.ask, token, wish, goesOn);
  if (opened === null) return null;
  const { intentId = '' } = opened;
  if (charging !== undefined) {
    while (!charging.pay(intentId)) {
      if (!goesOn()) return null;
      await pause(CALL_EVERY_MS);
    }
    return { intentId, payout };
  }
  const { to, value, data } = opened['instruction'] as unknown as Parameters<Pay>[0];
  await pay({ to, value: value ?? '0x0', data: data ?? '0x' });
  return { intentId, payout };
};

const playFaults = ({ plan, players }: Sea, until: Until): Promise<unknown> =>
  Promise.all(
    plan.faults.map(async ({ atMs, provider, fault, begin, times }) => {
      await until(atMs);
      players.get(provider)!.server.arm(fault, begin, times);
    }),
  );

const playSpells = ({ plan, players }: Sea, until: Until): Promise<unknown> =>
  Promise.all(
    plan.spells.map(async ({ provider, fromMs, toMs }) => {
      const { setEmpty } = players.get(provider)!;
      await until(fromMs);
      setEmpty(true);
      await until(toMs);
      setEmpty(false);
    }),
  );

/** Each provider calls about money that has moved: never, once or twice. Calls to a dead service are lost. */
const keepCalling = ({ players, plan, service }: Sea): (() => Promise<void>) => {
  const [called, stopping] = [new Set<string>(), new AbortController()];
  const callsOf = new Map(plan.payouts.map(({ cents, callbacks }) => [cents, callbacks]));
  const call = (name: PlayerName, { path = '', headers, body }: Callback): Promise<unknown> =>
    fetch(`${service.url()}/webhooks/bank/${name}${path}`, { method: 'POST', headers, body }).catch(() => null);
  const callAll = async (name: PlayerName, { orders, callbackOf }: Player): Promise<void> => {
    for (const order of callbackOf === null ? [] : orders()) {
      if (called.has(order.providerKey)) continue;
      called.add(order.providerKey);
      for (let left = callsOf.get(order.amountCents) ?? 0; left > 0; left -= 1) await call(name, callbackOf!(order));
    }
  };
  const calling = (async () => {
    while (!stopping.signal.aborted) {
      await Promise.all([...players].map(([name, player]) => callAll(name, player)));
      await pause(CALL_EVERY_MS);
    }
  })();
  return async () => {
    stopping.abort();
    await calling;
  };
};

/** Plays the plan, then ends every fault. Answers the payments; those without an intent yet are opened after it. */
export const ride = async (sea: Sea): Promise<readonly PaidIntent[]> => {
  const { plan, players } = sea;
  const until = untilFrom(Date.now());
  const [pay, stopCalling] = [openPayer(sea), keepCalling(sea)];
  let calmAtMs = Number.POSITIVE_INFINITY;
  const goesOn = (): boolean => Date.now() < calmAtMs + PATIENCE_MS;
  const weather = Promise.all([
    playFaults(sea, until),
    playSpells(sea, until),
    killService(sea, plan.kills, until),
    until(plan.stormMs),
  ]).then(() => {
    for (const { server } of players.values()) server.disarm();
    calmAtMs = Date.now();
  });
  const [paid] = await Promise.all([
    Promise.all(plan.payouts.map((payout) => until(payout.openAtMs).then(() => playPayout(sea, payout, pay, goesOn)))),
    weather,
  ]);
  await stopCalling();
  return paid.flatMap((intent) => intent ?? []);
};
