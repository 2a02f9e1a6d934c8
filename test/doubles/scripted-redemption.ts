import type { BalanceReading } from '../../aggregates/pegged-balance/terms';
import type {
  PeggedRedemption,
  PeggedRedemptions,
  PreparedRedemption,
  Redemption,
} from '../../commands/ports/providers/pegged-redemption';
import type { Result } from '../../commands/ports/providers/result';

type Answer<Value> = Result<Value> | Error;

export interface RedemptionScript {
  readonly readBalance?: Answer<BalanceReading>;
  readonly prepare?: readonly Answer<PreparedRedemption>[];
  readonly redeem?: readonly Answer<Redemption>[];
  readonly get?: readonly Answer<Redemption>[];
}

/** Stands for the key of the question. */
const ASKED = 'the key that is asked about';

export const ok = <Value>(value: Value): Result<Value> => ({ ok: true, value });

export const redemptionIs = (state: Redemption['state'], differences: Partial<Redemption> = {}): Result<Redemption> =>
  ok({ redemptionKey: ASKED, state, ...differences });

const PREPARED = ok<PreparedRedemption>({ txid: '0xe1', nonce: '7', order: 'signed' });

const said = <Value>(answer: Answer<Value> | undefined): Result<Value> => {
  if (answer === undefined) throw new Error('The script has no answer to this');
  if (answer instanceof Error) throw answer;
  return answer;
};

const about = (redemptionKey: string, answer: Result<Redemption>): Result<Redemption> =>
  answer.ok && answer.value.redemptionKey === ASKED ? ok({ ...answer.value, redemptionKey }) : answer;

/** A redemption with scripted answers; the last answer holds for every later call. */
export const scriptedRedemption = (script: RedemptionScript = {}) => {
  const sent: PreparedRedemption[] = [];
  const asked: string[] = [];
  const next = <Value>(answers: readonly Answer<Value>[] | undefined, call: number) =>
    said(answers?.[Math.min(call, answers.length - 1)]);
  let preparations = 0;
  const redemption: PeggedRedemption = {
    ...{ name: 'sandbox', mode: 'sandbox', network: 'ethereum', assetId: 301, spender: '0x5e', partnerId: null },
    readBalance: async () => said(script.readBalance),
    prepare: async () => {
      preparations += 1;
      return next(script.prepare ?? [PREPARED], preparations - 1);
    },
    redeem: async (_context, { redemptionKey }, prepared) => {
      sent.push(prepared);
      return about(redemptionKey, next(script.redeem, sent.length - 1));
    },
    get: async (_context, { redemptionKey }) => {
      asked.push(redemptionKey);
      return about(redemptionKey, next(script.get, asked.length - 1));
    },
  };
  const redemptions: PeggedRedemptions = {
    choose: (mode) => (mode === 'sandbox' ? redemption : null),
    named: (name, mode) => (name === redemption.name && mode === 'sandbox' ? redemption : null),
  };
  return { redemption, redemptions, sent, asked };
};
