import { cashout } from '../../aggregates/cashout/cashout';
import { deposit } from '../../aggregates/deposit/deposit';
import type { LedgerEvent, Recorded } from '../../aggregates/events';
import { partner } from '../../aggregates/partner/partner';
import { user } from '../../aggregates/user/user';
import { watcher } from '../../aggregates/watcher/watcher';
import { webhook } from '../../aggregates/webhook/webhook';
import { withdrawal } from '../../aggregates/withdrawal/withdrawal';
import {
  cashoutCommands,
  partnerCommands,
  userCommands,
  webhookCommands,
} from '../../packages/testing/src/arbitraries/commands';
import { depositCommands } from '../../packages/testing/src/arbitraries/deposit-commands';
import { watcherCommands } from '../../packages/testing/src/arbitraries/watcher-commands';
import { withdrawalCommands } from '../../packages/testing/src/arbitraries/withdrawal-commands';
import { runCommands } from '../../packages/testing/src/run-commands';
import { time } from '../../packages/testing/src/samples/sample-data';
import { metadata, recordAll } from '../../packages/testing/src/samples/sample-events';
import fc from '../properties';

type History = readonly LedgerEvent[];

/** The same history of another payment. */
const renamed = (history: History, number: number): History =>
  JSON.parse(
    JSON.stringify(history)
      .replaceAll('cid1', `cid${number}`)
      .replaceAll(/"key(\d)"/g, `"key${number}-$1"`)
      .replaceAll('0xd1', `0xd${number}`),
  ) as History;

const payment = (number: number): fc.Arbitrary<readonly History[]> =>
  fc
    .tuple(cashoutCommands, depositCommands)
    .map(([asked, seen]) => [runCommands(cashout, asked).history, runCommands(deposit, seen).history])
    .map((histories) => histories.map((history) => renamed(history, number)));

const others: fc.Arbitrary<readonly History[]> = fc
  .tuple(partnerCommands, userCommands, watcherCommands, webhookCommands, withdrawalCommands)
  .map(([ofPartner, ofUser, ofWatcher, ofWebhook, ofWithdrawal]) => [
    runCommands(partner, ofPartner).history,
    runCommands(user, ofUser).history,
    runCommands(watcher, ofWatcher).history,
    runCommands(webhook, ofWebhook).history,
    runCommands(withdrawal, ofWithdrawal).history,
  ]);

/** Mixes several streams into a single log, each in its own order. */
const interleaved = (histories: readonly History[], choices: readonly number[]): History => {
  const left = histories.map((history) => [...history]);
  const log: LedgerEvent[] = [];
  for (let turn = 0; left.some((history) => history.length > 0); turn += 1) {
    const open = left.filter((history) => history.length > 0);
    const next = open[(choices[turn % choices.length] ?? 0) % open.length]?.shift();
    if (next !== undefined) log.push(next);
  }
  return log;
};

/** Any log of three payments, a partner and a user. */
export const arbitraryLog: fc.Arbitrary<readonly Recorded[]> = fc
  .tuple(payment(1), payment(2), payment(3), others, fc.array(fc.nat(12), { minLength: 40, maxLength: 40 }))
  .map(([one, two, three, rest, choices]) => interleaved([...one, ...two, ...three, ...rest], choices))
  .map((log) => recordAll(log, (index) => metadata({ at: time(index) })));
