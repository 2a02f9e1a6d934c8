import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { SIMULATED_BRL } from '../../infra/chains/simulated/network';
import { type Bench, type Figure, single } from '../figures';
import type { Finish, Race, RaceTarget } from '../sides/withdraw-race';
import { percentile } from '../support/alternate';
import { createPartner, ledger, post } from '../support/partner';
import { type BenchService, startService } from '../support/service';
import { startSide } from '../support/side';
import { onSite, type Site } from '../support/site';

const RACERS = 100;
const COVERED = 3;
const AMOUNT = 100;
/** A credit is final after two blocks of a second, and looked at once a second. */
const FINAL_MS = 4_000;

/** 100 withdrawals at once from a wallet that covers 3; the wallet is another one in each round. */
export const benchWithdrawRace = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const service = await startService(site, { environment: { SANDBOX_SETTLE_MS: '0' } });
    const apiKey = await partnerThatWithdraws(site, service);
    const target: RaceTarget = { url: service.url, connections: RACERS };
    const racers = await startSide<Race, readonly Finish[]>(site, 'withdraw-race', target);
    const finishes: Finish[] = [];
    let strays = 0;
    for (let round = 1; round <= bench.scale.rounds; round += 1) {
      const race = await coveredWallet(service.url, apiKey);
      const finished = await racers.ask(race);
      strays += straysIn(finished);
      finishes.push(...finished);
      bench.say(`  withdraw-race ${round}/${bench.scale.rounds}: ${wordsOf(finished)}`);
    }
    const tookMs = finishes.map((finish) => finish.tookMs);
    return [
      single('withdraw-race', strays, 'wrong answers'),
      single('withdraw-race-p99', percentile(tookMs, 0.99), 'ms'),
    ];
  });

const partnerThatWithdraws = async (site: Site, service: BenchService): Promise<string> => {
  const { partnerId, apiKey } = await createPartner(site, service);
  const terms = ['--feature', 'pegged-withdraw=on', '--actor', 'bench', '--reason', 'measurement'];
  await ledger(site, ['partner', 'set', partnerId, ...terms]);
  return apiKey;
};

/** A user whose wallet holds and allows so much, and no more. */
const coveredWallet = async (url: string, apiKey: string): Promise<Race> => {
  const pubkey = `0x${randomBytes(20).toString('hex')}`;
  const at = (path: string): string => `${url}/api/v1/${path}`;
  const { userId } = await post<{ userId: string }>(at('users'), apiKey, { pubkey, blockchain: 'simulated' });
  await post(at(`users/${userId}/kyc`), apiKey, { kycStatus: 'APPROVED' }, 'PATCH');
  const amount = (AMOUNT * COVERED).toFixed(2);
  await post(at(`sandbox/wallets/${pubkey}/credit`), apiKey, { assetId: SIMULATED_BRL, amount, allowance: amount });
  await pause(FINAL_MS);
  const { token } = await post<{ token: string }>(at('auth/token'), apiKey, { pubkey });
  return { token, walletAddress: pubkey, amount: AMOUNT };
};

/** How many answers are not those of a wallet that covers so many: an overdraft, or an honest one refused. */
const straysIn = (finished: readonly Finish[]): number =>
  Math.abs(countOf(finished, 201) - COVERED) + Math.abs(countOf(finished, 422) - (RACERS - COVERED));

const countOf = (finished: readonly Finish[], status: number): number =>
  finished.filter((finish) => finish.status === status).length;

const wordsOf = (finished: readonly Finish[]): string =>
  [...new Set(finished.map(({ status }) => status))]
    .sort((left, right) => left - right)
    .map((status) => `${countOf(finished, status)} x ${status} within ${slowestMsOf(finished, status)} ms`)
    .join(', ');

const slowestMsOf = (finished: readonly Finish[], status: number): number =>
  Math.round(Math.max(...finished.filter((finish) => finish.status === status).map(({ tookMs }) => tookMs)));
