import { balanceIdOf } from '../../../commands/handling/deterministic-ids';
import { createTurns } from '../../../commands/handling/turns';
import { resolveRedemption } from '../../../commands/withdrawal/redemption/resolve-redemption';
import { sendRedemption } from '../../../commands/withdrawal/redemption/send-redemption';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { withdrawalTerms } from '../../../packages/testing/src/samples/sample-withdrawal-data';
import { asking, core, typesOf } from '../../core';
import { ok, type RedemptionScript, scriptedRedemption } from '../../doubles/scripted-redemption';
import { opening } from './opening';

export const WALLET_STREAM = `peggedBalance-${balanceIdOf({ network: 'ethereum', wallet: '0xcc', partnerId: 'p1' })}`;
const SINCE_MS = Date.parse(time(0));

export const step = { stream: 'withdrawal-wd1', causeEventId: 'cause1', sinceMs: SINCE_MS } as const;

/** A withdrawal that was opened at noon, and what the redemption answers to it. */
export const opened = async (script: RedemptionScript) => {
  const readBalance = ok(event('BalanceReserved').data.reading);
  const scripted = scriptedRedemption({ readBalance, ...script });
  const deps = { ...core(), redemptions: scripted.redemptions, walletTurns: createTurns() };
  await opening(deps)(scripted.redemption, withdrawalTerms, asking('withdraw'));
  const at = (afterMs: number): void => deps.clock.advance(SINCE_MS + afterMs - deps.clock.now());
  return {
    ...{ deps, scripted, at },
    send: () => sendRedemption(deps)(step),
    resolve: (afterMs = 0, causeEventId = `look${afterMs}`) => {
      at(afterMs);
      return resolveRedemption(deps)({ ...step, causeEventId });
    },
    ofWithdrawal: () => typesOf(deps.eventStore, 'withdrawal-wd1'),
    ofWallet: () => typesOf(deps.eventStore, WALLET_STREAM),
  };
};
