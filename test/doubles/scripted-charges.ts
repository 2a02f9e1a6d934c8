import type {
  Charge,
  ChargeProvider,
  ChargeProviders,
  Credit,
  ReceivedPix,
  Refund,
  RefundRequest,
} from '../../commands/ports/providers/charge-provider';
import type { Result } from '../../commands/ports/providers/result';
import { time } from '../../packages/testing/src/samples/sample-time';

type Answer<Value> = Result<Value> | Error;

export interface ChargeScript {
  readonly get?: readonly Answer<Charge>[];
  readonly cancel?: readonly Answer<Charge>[];
  readonly refund?: readonly Answer<Refund>[];
  readonly getRefund?: readonly Answer<Refund>[];
  readonly credits?: Answer<readonly Credit[]> | ((from: string, to: string) => Answer<readonly Credit[]>);
  readonly idempotency?: ChargeProvider['idempotency'];
  readonly name?: string;
  readonly mode?: ChargeProvider['mode'];
}

/** Stands for the key of the question. */
const ASKED = 'the key that is asked about';

export const paidPix = (differences: Partial<ReceivedPix> = {}): ReceivedPix => ({
  ...{ endToEndId: 'E1', amount: 15_000n, paidAt: time(60), refunded: 0n, payer: { matchesExpected: true } },
  ...differences,
});

/** A charge of R$ 150.00 by default; `payments` are exact ones. */
export const charge = (state: Charge['state'], differences: Partial<Charge> = {}): Result<Charge> => ({
  ok: true,
  value: {
    ...{ idempotencyKey: 'cash1', providerId: 'sbx_chg_1', txid: 'cash1', state, amount: 15_000n },
    ...{ brCode: '000201', payments: state === 'PAID' ? [paidPix()] : [], disputes: [], ...differences },
  },
});

export const refund = (state: Refund['state'], differences: Partial<Refund> = {}): Result<Refund> => ({
  ok: true,
  value: { idempotencyKey: ASKED, state, amount: 15_000n, returnId: 'D1', ...differences },
});

const about = (key: string, answer: Result<Refund>): Result<Refund> =>
  answer.ok && answer.value.idempotencyKey === ASKED
    ? { ok: true, value: { ...answer.value, idempotencyKey: key } }
    : answer;

const said = <Value>(answers: readonly Answer<Value>[] | undefined, call: number): Result<Value> => {
  const answer = answers?.[Math.min(call, answers.length - 1)];
  if (answer === undefined) throw new Error('The script has no answer to this');
  if (answer instanceof Error) throw answer;
  return answer;
};

/** A provider of charges with scripted answers; the last answer holds for every later call. */
export const scriptedCharges = (script: ChargeScript = {}) => {
  const calls: string[] = [];
  const refunds: RefundRequest[] = [];
  const count = (call: string): number => calls.filter((each) => each === call).length;
  const next = <Value>(call: string, answers: readonly Answer<Value>[] | undefined): Result<Value> => {
    calls.push(call);
    return said(answers, count(call) - 1);
  };
  const provider: ChargeProvider = {
    ...{ name: script.name ?? 'sandbox', mode: script.mode ?? 'sandbox', kinds: ['PIX', 'PIX_SPLIT'] },
    idempotency: script.idempotency ?? 'NATIVE',
    create: async () => said<Charge>(undefined, 0),
    get: async () => next('get', script.get),
    cancel: async () => next('cancel', script.cancel),
    refund: async (_context, request) => {
      refunds.push(request);
      return about(request.idempotencyKey, next('refund', script.refund));
    },
    getRefund: async (_context, { idempotencyKey: key }) => about(key, next('getRefund', script.getRefund)),
    listCredits: async (_context, from, to) => {
      const { credits } = script;
      const answer = typeof credits === 'function' ? credits(from, to) : credits;
      return next('listCredits', answer === undefined ? undefined : [answer]);
    },
  };
  const chargeProviders: ChargeProviders = {
    choose: () => provider,
    named: (name, mode) => (name === provider.name && mode === provider.mode ? provider : null),
  };
  return { provider, chargeProviders, calls, refunds };
};
