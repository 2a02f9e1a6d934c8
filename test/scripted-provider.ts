import type { Payout, PayoutProvider, PayoutRequest } from '../commands/ports/payout-provider';
import type { Failure, FailureCode, FailureKind, Result } from '../commands/ports/result';

type Answer = Result<Payout> | Error;

export interface Script {
  readonly create?: readonly Answer[];
  readonly get?: readonly Answer[];
  readonly list?: Result<readonly Payout[]>;
  readonly idempotency?: PayoutProvider['idempotency'];
}

export const payout = (state: Payout['state'], differences: Partial<Payout> = {}): Result<Payout> => ({
  ok: true,
  value: { idempotencyKey: 'key1', providerId: 'sbx_1', state, amount: 15_000n, endToEndId: 'E1', ...differences },
});

export const failed = (kind: FailureKind, code: FailureCode = 'OTHER', rest: Partial<Failure> = {}): Failure => ({
  ok: false,
  kind,
  code,
  provider: 'scripted',
  message: 'so it is',
  ...rest,
});

/** A provider that answers what the test says; the last answer holds for every later call. */
export const scriptedProvider = (script: Script = {}) => {
  const sent: PayoutRequest[] = [];
  const asked: string[] = [];
  const listed: (readonly [string, string])[] = [];
  const answer = (answers: readonly Answer[] | undefined, call: number): Result<Payout> => {
    const said = answers?.[Math.min(call, answers.length - 1)];
    if (said === undefined) throw new Error('The script has no answer to this');
    if (said instanceof Error) throw said;
    return said;
  };
  const provider: PayoutProvider = {
    name: 'scripted',
    mode: 'sandbox',
    idempotency: script.idempotency ?? 'NATIVE',
    resolveBrCode: async () => failed('UNAVAILABLE'),
    resolveKey: async () => failed('UNAVAILABLE'),
    resolveBoleto: async () => failed('UNAVAILABLE'),
    resolveGiftCard: async () => failed('UNAVAILABLE'),
    create: async (_context, request) => answer(script.create, sent.push(request) - 1),
    get: async (_context, key) => answer(script.get, asked.push(key) - 1),
    list: async (_context, from, to) => {
      listed.push([from, to]);
      return script.list ?? { ok: true, value: [] };
    },
  };
  return { provider, sent, asked, listed, payoutProviderFor: () => provider };
};
