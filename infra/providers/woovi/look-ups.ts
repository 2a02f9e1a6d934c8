import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ExpiringValues } from '../../../commands/ports/expiring-values';
import type { KeyVault } from '../../../commands/ports/key-vault';
import type { PayoutProvider } from '../../../commands/ports/providers/payout-provider';
import type { ResolvedKey } from '../../../commands/ports/providers/resolved-payee';
import type { CallContext, FailureCode, FailureKind, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import type { Told } from '../http/client';
import { type Meaning, refusalIn, unansweredIn } from './answers';
import type { Woovi } from './client';
import { createSparing } from './tokens';

export interface LookUpStores {
  readonly expiring: Pick<ExpiringValues, 'read' | 'put' | 'putInGroup' | 'readGroup' | 'take'>;
  readonly vault: Pick<KeyVault, 'digest'>;
}

export interface LookUps {
  readonly resolveKey: PayoutProvider['resolveKey'];
  /** For one payment, whose end-to-end id it becomes. False: another payment has the look-up. */
  readonly claim: (lookUpId: string) => Promise<boolean>;
  /** The payment was not made, as far as anybody knows. */
  readonly giveBack: (context: CallContext, lookUpId: string) => Promise<void>;
}

const UNPAID_SECONDS = 86_400;
const MOST_UNPAID = 5;
const MOST_UNPAID_OF_USER = 2;
const MOST_NOTED = 20;

/** Unpaid look-ups of all processes. Woovi stops all for a day after ten, so the second half is not used. */
const createUnpaid = (name: string, expiring: LookUpStores['expiring']) => {
  const group = `unpaid-look-ups:${name}`;
  const keyOf = (lookUpId: string) => `look-up:${name}:${lookUpId}`;
  return {
    isRoomFor: async ({ userId = '' }: CallContext): Promise<boolean> => {
      const users = await expiring.readGroup(group);
      return users.length < MOST_UNPAID && users.filter((user) => user === userId).length < MOST_UNPAID_OF_USER;
    },
    note: ({ userId: value = '' }: CallContext, lookUpId: string): Promise<void> =>
      expiring.putInGroup(group, { key: keyOf(lookUpId), value, ttlSeconds: UNPAID_SECONDS, most: MOST_NOTED }),
    claim: async (lookUpId: string): Promise<boolean> => {
      const user = await expiring.read(keyOf(lookUpId));
      return user !== null && expiring.take(keyOf(lookUpId), user);
    },
  };
};

const ownerShape = z.object({
  pixKeyEndToEndId: z.string().min(1).max(100),
  owner: z.object({ name: z.string().nullish() }).nullish(),
});

const ownerIn = (told: Told) => {
  const read = ownerShape.safeParse(told.kind === 'ANSWERED' && told.status < 300 ? told.body : undefined);
  return read.success ? { lookUpId: read.data.pixKeyEndToEndId, payeeName: read.data.owner?.name ?? null } : null;
};

type Refused = readonly [kind: FailureKind, code: FailureCode, message: string];

const CLOSED: Refused = ['RATE_LIMITED', 'RATE_LIMITED', 'Woovi accepts no look-ups at present'];
const AWAY: Refused = ['UNAVAILABLE', 'OTHER', 'The directory of keys is not available'];
const INVALID: Refused = ['REJECTED', 'KEY_INVALID', 'The key is not valid'];

const REFUSALS: Partial<Readonly<Record<Meaning, Refused>>> = {
  ...{ RATE_LIMITED: CLOSED, VERIFYING: AWAY, NOT_ALLOWED: AWAY },
  FRAUD: ['REJECTED', 'KEY_FRAUD_FLAGGED', 'The key is marked for fraud'],
  NOT_FOUND: ['REJECTED', 'KEY_NOT_FOUND', 'This key does not exist'],
};

const KEPT_SECONDS = 600;
const CLOSED_MS = 600_000;
const CHECK = '/api/v1/pix-keys/check';
const FORM_ONLY: Result<ResolvedKey> = { ok: true, value: { payeeName: null } };

/** Looks keys up while a payment is likely to follow. Without a look-up only the form of the key is known. */
export const createLookUps = (woovi: Woovi, { expiring, vault }: LookUpStores): LookUps => {
  const [unpaid, areEnoughTokens, fail] = [createUnpaid(woovi.name, expiring), createSparing(woovi), failingAs(woovi)];
  const known = { closedUntilMs: Number.NEGATIVE_INFINITY };

  const lookUp = async (context: CallContext, key: string, kept: string): Promise<Result<ResolvedKey>> => {
    const told = await woovi.post(context, CHECK, { pixKey: key });
    if (told.kind === 'NOT_SENT') return fail('UNAVAILABLE', 'TIMEOUT', 'Woovi is unreachable');
    const owner = ownerIn(told);
    // Woovi has counted refused calls, and possibly lost ones.
    await unpaid.note(context, owner?.lookUpId ?? `none-${randomUUID()}`);
    if (owner !== null) {
      await expiring.put(kept, owner.lookUpId, KEPT_SECONDS);
      return { ok: true, value: owner };
    }
    const refusal = told.kind === 'ANSWERED' ? refusalIn(told) : null;
    if (refusal === 'AUTH' || refusal === null) return unansweredIn(woovi, told) ?? fail(...AWAY);
    if (refusal === 'RATE_LIMITED') known.closedUntilMs = woovi.clock.now() + CLOSED_MS;
    return fail(...(REFUSALS[refusal] ?? INVALID));
  };

  return {
    ...{ claim: unpaid.claim, giveBack: unpaid.note },
    resolveKey: async (context, { key }) => {
      const digest = await vault.digest({ partnerId: '', mode: context.mode, kind: 'PIX_KEY', value: key });
      const kept = `pix-key:${woovi.name}:${digest}`;
      const lookUpId = await expiring.read(kept);
      if (lookUpId !== null) return { ok: true, value: { payeeName: null, lookUpId } };
      if (woovi.clock.now() < known.closedUntilMs) return fail(...CLOSED);
      const mayAsk = (await unpaid.isRoomFor(context)) && (await areEnoughTokens(context));
      return mayAsk ? lookUp(context, key, kept) : FORM_ONLY;
    },
  };
};
