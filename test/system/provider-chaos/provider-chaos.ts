import { setTimeout as pause } from 'node:timers/promises';
import { keepPricesMoving, openExchanges } from '../../providers/exchanges';
import { anvil } from '../../stores/anvil';
import { countParked } from '../chain-chaos/settling/quiet';
import { openAsking, registerUser } from '../chaos/asking';
import { isSettled } from '../chaos/check';
import { type ChaosReport, type Frame, type FrameOptions, inFrame, openService } from '../chaos/frame';
import { type Environment, runProgram } from '../end-to-end/support/run-service';
import { install } from './installation';
import { type Plan, type PlanOptions, planOf } from './plan';
import type { Player } from './players/player';
import { isPlayer, PLAYERS, type PlayerName } from './players/players';
import { findLeaks } from './settling/leaks';
import { openLog } from './settling/log';
import { type Outcome, settle } from './settling/settle';
import { type PaidIntent, ride, type Sea } from './storm';

export type ProviderChaosOptions = PlanOptions & FrameOptions;

const LOOK_EVERY_MS = 1_000;
const PRICES_EVERY_MS = 2_000;
/** A hundred ETH. */
const TREASURY_WEI = '0x56bc75e2d63100000';
const WHY = ['--actor', 'ana', '--reason', 'A storm'];

/** A service whose banks are broken at random and that is killed; its books and those of the banks, held together. */
export const runProviderChaos = async (options: ProviderChaosOptions): Promise<ChaosReport> =>
  inFrame(options, async (frame) => {
    const { sea, environment } = await openSea(options, frame);
    tellPlan(sea.plan, options.say);
    const paid = await ride(sea);
    options.say(`the storm is over; ${paid.length} intents were paid`);
    for (const [refusal, count] of sea.asking.refusals) options.say(`  ${count} x ${refusal}`);
    return settle(await awaitQuiet(sea, paid, environment, options));
  });

const tellPlan = ({ seed, payouts, faults, spells, kills, stormMs }: Plan, say: (line: string) => void): void => {
  say(`seed ${seed}: ${payouts.length} payouts in a storm of ${stormMs / 1_000} s`);
  for (const { atMs, provider, fault, begin, times } of faults)
    say(`  ${(atMs / 1_000).toFixed(1)} s  ${provider}: ${times} x ${fault} of ${begin || 'any request'}`);
  for (const { provider, fromMs, toMs } of spells)
    say(`  ${provider} is empty from ${(fromMs / 1_000).toFixed(1)} to ${(toMs / 1_000).toFixed(1)} s`);
  say(`  ${kills.length} kills`);
};

const openPlayers = async ({ providers }: PlanOptions, frame: Frame): Promise<ReadonlyMap<PlayerName, Player>> => {
  const players = new Map<PlayerName, Player>();
  for (const name of Object.keys(providers).filter(isPlayer)) {
    const player = await PLAYERS[name](frame.folder);
    frame.onEnd(player.server.close);
    players.set(name, player);
  }
  return players;
};

const openSea = async (options: ProviderChaosOptions, frame: Frame) => {
  const [chain, exchanges] = [await anvil({ chainId: 1, blockTimeSeconds: 1 }), await openExchanges()];
  frame.onEnd(chain.stop);
  frame.onEnd(exchanges.close);
  const stopMoving = keepPricesMoving(exchanges, PRICES_EVERY_MS);
  frame.onEnd(async () => stopMoving());
  const players = await openPlayers(options, frame);
  const environment = install(frame, { chainUrl: chain.url, exchanges, players, providers: options.providers });
  const service = await openService(frame, environment);
  const asking = openAsking(service.url);
  const charging = [...players.values()].find((player) => player.charging !== undefined)?.charging;
  if (charging !== undefined) await chain.rpc('anvil_setBalance', [charging.treasury, TREASURY_WEI]);
  const token = await openUser(asking.ask, environment, charging?.buyer);
  const plan = planOf(options, players);
  const sea: Sea = { plan, chain, exchanges, players, service, asking, token, say: options.say };
  return { sea, environment };
};

/** A user of live credentials, approved by an operator. */
const openUser = async (
  ask: Sea['asking']['ask'],
  environment: Environment,
  wallet: string | undefined,
): Promise<string> => {
  const words = ['partner', 'create', '--name', 'Chaos', '--mode', 'live', ...WHY, '--json'];
  const created = await runProgram('ledger', words, environment);
  const { apiKey } = JSON.parse(created.stdout) as { readonly apiKey: string };
  const { userId, token } = await registerUser(ask, apiKey, 'payer-0', wallet);
  const { code, stderr } = await runProgram('ledger', ['user', 'kyc', userId, 'APPROVED', ...WHY], environment);
  if (code !== 0) throw new Error(`The user could not be approved: ${stderr}`);
  return token;
};

/** Base units that the buyers of each provider have on the chain. */
const receivedOn = async ({ players, chain }: Sea): Promise<bigint> => {
  let received = 0n;
  for (const { charging } of players.values())
    if (charging !== undefined)
      received += BigInt((await chain.rpc('eth_getBalance', [charging.buyer, 'latest'])) as string);
  return received;
};

/** Looks again until every check holds, or until there was time enough for everything. */
const awaitQuiet = async (
  sea: Sea,
  paid: readonly PaidIntent[],
  environment: Environment,
  { quietTimeoutMs, isShort = false }: ProviderChaosOptions,
): Promise<Outcome> => {
  const { players, service, plan } = sea;
  const deadlineMs = Date.now() + quietTimeoutMs;
  const reader = openLog(await service.stores());
  const look = async (): Promise<Outcome> => {
    const log = await reader.read();
    const lives = { endedByItself: service.endedByItself(), parkedStreams: 0, leaks: [] };
    const received = await receivedOn(sea);
    return { log, paid, players, received, wanted: plan.payouts.length, isShort, ...lives };
  };
  // A short storm ends early only when nothing is open. A busy log is read again.
  const isQuiet = (): Promise<boolean> =>
    look().then(
      (outcome) => isSettled(settle({ ...outcome, isShort: false }).checks),
      () => false,
    );
  try {
    while (!(await isQuiet()) && Date.now() < deadlineMs) await pause(LOOK_EVERY_MS);
    const parkedStreams = await countParked(environment);
    const outcome = await look();
    return { ...outcome, parkedStreams, leaks: await findLeaks(sea, outcome.log) };
  } finally {
    await reader.close();
  }
};
