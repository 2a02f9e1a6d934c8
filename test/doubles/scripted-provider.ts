import type {
  AskedPayout,
  Payout,
  PayoutProvider,
  PayoutProviders,
  PayoutRequest,
} from '../../commands/ports/providers/payout-provider';
import type { Failure, FailureCode, FailureKind, Result } from '../../commands/ports/providers/result';

type Answer = Result<Payout> | Error;

export interface Script {
  readonly create?: readonly Answer[];
  readonly get?: readonly Answer[];
  readonly list?: Result<readonly Payout[]>;
  readonly idempotency?: PayoutProvider['idempotency'];
  readonly name?: string;
  readonly kinds?: PayoutProvider['kinds'];
  readonly sells?: string;
  readonly mode?: PayoutProvider['mode'];
}

/** Stands for the key of the question. */
const ASKED = 'the key that is asked about';

export const payout = (state: Payout['state'], differences: Partial<Payout> = {}): Result<Payout> => ({
  ok: true,
  value: { idempotencyKey: ASKED, providerId: 'sbx_1', state, amount: 15_000n, endToEndId: 'E1', ...differences },
});

/** The answer to a question about this key. */
export const about = (key: string, answer: Result<Payout>): Result<Payout> =>
  answer.ok && answer.value.idempotencyKey === ASKED
    ? { ok: true, value: { ...answer.value, idempotencyKey: key } }
    : answer;

export const failed = (kind: FailureKind, code: FailureCode = 'OTHER', rest: Partial<Failure> = {}): Failure => ({
  ok: false,
  kind,
  code,
  provider: 'scripted',
  message: 'so it is',
  ...rest,
});

export const KINDS: PayoutProvider['kinds'] = ['PIX_KEY', 'PIX_BRCODE', 'BOLETO', 'GIFT_CARD'];

export const askedFor = (idempotencyKey: string): AskedPayout => ({
  ...{ idempotencyKey, kind: 'PIX_KEY', sentAt: '2026-11-20T12:00:00.000Z' },
});

/** Offers exactly these providers. */
export const offering = (...providers: readonly PayoutProvider[]): PayoutProviders => ({
  choose: (mode, { kind, soldBy }, isFit = () => true) =>
    providers.find(
      (each) =>
        each.mode === mode &&
        each.kinds.includes(kind) &&
        (soldBy === undefined || soldBy === each.sells) &&
        isFit(each),
    ) ?? null,
  named: (name, mode) => providers.find((each) => each.name === name && each.mode === mode) ?? null,
});

/** A provider with scripted answers; the last answer holds for every later call. */
export const scriptedProvider = (script: Script = {}) => {
  const sent: PayoutRequest[] = [];
  const asked: string[] = [];
  const questions: AskedPayout[] = [];
  const listed: (readonly [string, string])[] = [];
  const answer = (answers: readonly Answer[] | undefined, call: number, key: string): Result<Payout> => {
    const said = answers?.[Math.min(call, answers.length - 1)];
    if (said === undefined) throw new Error('The script has no answer to this');
    if (said instanceof Error) throw said;
    return about(key, said);
  };
  const provider: PayoutProvider = {
    name: script.name ?? 'scripted',
    mode: script.mode ?? 'sandbox',
    kinds: script.kinds ?? KINDS,
    ...(script.sells === undefined ? {} : { sells: script.sells }),
    ...{ idempotency: script.idempotency ?? 'NATIVE', books: 'PARTNER' },
    resolveBrCode: async () => failed('UNAVAILABLE'),
    resolveKey: async () => failed('UNAVAILABLE'),
    resolveBoleto: async () => failed('UNAVAILABLE'),
    resolveGiftCard: async () => failed('UNAVAILABLE'),
    create: async (_context, request) => answer(script.create, sent.push(request) - 1, request.idempotencyKey),
    get: async (_context, question) => {
      questions.push(question);
      const { idempotencyKey: key } = question;
      return answer(script.get, asked.push(key) - 1, key);
    },
    list: async (_context, from, to) => {
      listed.push([from, to]);
      return script.list ?? { ok: true, value: [] };
    },
  };
  return { provider, sent, asked, questions, listed, payoutProviders: offering(provider) };
};
