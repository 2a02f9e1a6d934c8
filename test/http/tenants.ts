import { randomUUID } from 'node:crypto';
import { systemContext } from '../../commands/context';
import { FIXED_CODE, type HttpWorld, type Partner, type User } from './world';

/** Ids of what belongs to one user of one partner in one mode. */
export type Objects = {
  readonly userId: string;
  readonly pubkey: string;
  /** An API key of the partner; revoking it locks nobody out. */
  readonly keyId: string;
  /** A quote that nothing was made from. */
  readonly quoteId: string;
  readonly intentId: string;
};

/** Objects that never were. */
export const unknownObjects = (): Objects => ({
  userId: randomUUID(),
  pubkey: '0x00000000000000000000000000000000deadbeef',
  keyId: randomUUID(),
  quoteId: randomUUID(),
  intentId: 'bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4',
});

/** The security schemes of tsoa.json, and no scheme at all. */
export type Scheme = 'partner' | 'user' | 'wallet' | 'public';

/** One user of one partner in one mode: what each scheme takes for them, and what they have. */
export interface Tenant {
  readonly partnerId: string;
  readonly credentials: Readonly<Record<Scheme, string | null>>;
  readonly objects: Objects;
}

const QUOTED = { assetId: 202, invoiceCode: FIXED_CODE };

const claimsOf = ({ partnerId, mode }: Partner, { userId: uid, pubkey }: User) => ({ partnerId, mode, uid, pubkey });

/** A new user of the partner with a quote and, in sandbox, where intents can be, an intent. */
export const createTenant = async (world: HttpWorld, partner: Partner): Promise<Tenant> => {
  const { service, deps } = world;
  const context = () => ({ ...systemContext('test', randomUUID(), 'test'), ...owner });
  const owner = { partnerId: partner.partnerId, mode: partner.mode };
  const user = await world.user(partner);
  const { keyId } = await service.issueApiKey({ ...owner, name: null }, context());
  const caller = { ...owner, userId: user.userId, pubkey: user.pubkey, feeMarkupBasisPoints: 0 };
  const quote = async (): Promise<string> => {
    const asked = { ...QUOTED, amountCents: null, sender: null, externalId: null };
    const { quote: made } = await service.issueQuote({ user: caller, ...asked }, context());
    return made.quoteId;
  };
  const unknown = unknownObjects();
  const [quoteId, used] = partner.mode === 'sandbox' ? [await quote(), await quote()] : [unknown.quoteId, null];
  const intentId =
    used === null
      ? unknown.intentId
      : (await service.createCashoutIntent({ user: caller, quoteId: used, sender: null }, context())).intent.intentId;
  await world.project();
  const wallet = await deps.tokens.wallet.sign(claimsOf(partner, user), 3600);
  return {
    partnerId: partner.partnerId,
    credentials: { partner: partner.apiKey, user: user.token, wallet, public: null },
    objects: { userId: user.userId, pubkey: user.pubkey, keyId, quoteId, intentId },
  };
};

/** The same partner in its other mode. */
export const otherModeOf = async (world: HttpWorld, partner: Partner): Promise<Partner> => {
  const { partnerId } = partner;
  const context = { ...systemContext('test', randomUUID(), 'test'), partnerId };
  const { apiKey } = await world.service.issueApiKey({ partnerId, mode: 'live', name: null }, context);
  await world.project();
  return { ...partner, apiKey, mode: 'live' };
};
