import { randomBytes, randomUUID } from 'node:crypto';
import type { UserCaller } from '../../../commands/handling/caller';
import { type CommandContext, systemContext } from '../../../commands/handling/context';
import { sha256Hex } from '../../../commands/handling/secrets';
import { sessionIdOf } from '../../../commands/operator/console/session-id';
import type { UserScope } from '../../../read-models/reader';
import { inviteTo, signedInAs } from '../members/member-world';
import { credit, setFeature, withdrawAs } from '../user/withdrawing';
import { FIXED_CODE, type HttpWorld, type Partner, type User } from '../world';

/** Ids of what belongs to one user of one partner in one mode. */
export type Objects = {
  readonly userId: string;
  readonly pubkey: string;
  /** The same, as a wallet on the simulated network. */
  readonly address: string;
  /** An API key of the partner; other credentials stay after its revocation. */
  readonly keyId: string;
  /** A quote that nothing was made from. */
  readonly quoteId: string;
  readonly intentId: string;
  /** A quote of a cash-in that nothing was made from. */
  readonly cashinQuoteId: string;
  readonly cashinId: string;
  /** The same on the wallet's surface. */
  readonly paymentId: string;
  /** The kind of code that was paid with `receiptTx`. */
  readonly type: string;
  readonly receiptTx: string;
  /** A notification that was not sent when it happened, and can be now. */
  readonly deliveryId: string;
  /** The id of the user's KYC session. */
  readonly sessionId: string;
  /** The partner's id of the user. */
  readonly externalUserId: string;
  readonly withdrawId: string;
  /** The code of a payment link. */
  readonly code: string;
  /** A member of the partner; removing this one locks nobody out. */
  readonly memberId: string;
  /** A second session of the member who asks. */
  readonly memberSessionId: string;
};

const UNKNOWN_INTENT = 'bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4';

/** Objects that never were. */
export const unknownObjects = (): Objects => ({
  userId: randomUUID(),
  pubkey: '0x00000000000000000000000000000000deadbeef',
  address: '0x00000000000000000000000000000000deadbeef',
  keyId: randomUUID(),
  quoteId: randomUUID(),
  intentId: UNKNOWN_INTENT,
  cashinQuoteId: randomUUID(),
  cashinId: randomUUID(),
  paymentId: UNKNOWN_INTENT,
  type: 'pix',
  receiptTx: `0x${randomBytes(32).toString('hex')}`,
  deliveryId: 'evt_aaaaaaaaaaaaaaaaaaaaaaaaaa',
  sessionId: randomUUID(),
  externalUserId: randomUUID(),
  withdrawId: randomUUID(),
  code: '0'.repeat(32),
  memberId: randomUUID(),
  memberSessionId: '0'.repeat(16),
});

/** The security schemes of tsoa.json, and no scheme at all. */
export type Scheme = 'partner' | 'member' | 'user' | 'wallet' | 'public';

/** A user of a partner in a mode: what each scheme takes for them, and what they have. */
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
  const cashin = partner.mode === 'sandbox' ? await cashinObjects(world, caller, context) : unknown;
  const { cashinQuoteId, cashinId } = cashin;
  const { receiptTx, type } = unknown;
  await keepReceipt(world, { ...owner, userId: user.userId }, receiptTx);
  const sessionId = partner.mode === 'sandbox' ? await startSession(world, owner, user, context()) : unknown.sessionId;
  const withdrawId = await withdrawFor(world, partner, user);
  const told = await partnerObjects(world, partner, context);
  const { memberId } = await inviteTo(world, partner, 'viewer');
  const person = await inviteTo(world, partner, 'owner');
  const [session, later] = [await signedInAs(world, partner, person), await signedInAs(world, partner, person)];
  const memberSessionId = sessionIdOf({ tokenHash: sha256Hex(later.split('=')[1] ?? '') });
  await world.project();
  const wallet = await deps.tokens.wallet.sign(claimsOf(partner, user), 3600);
  return {
    partnerId: partner.partnerId,
    credentials: { partner: partner.apiKey, member: session, user: user.token, wallet, public: null },
    objects: {
      userId: user.userId,
      pubkey: user.pubkey,
      address: user.pubkey,
      keyId,
      quoteId,
      intentId,
      ...{ paymentId: intentId, cashinQuoteId, cashinId },
      ...{ sessionId, withdrawId, memberId, memberSessionId },
      externalUserId: user.userId,
      type,
      receiptTx,
      ...told,
    },
  };
};

const cashinObjects = async (
  { service }: HttpWorld,
  user: UserCaller,
  context: () => CommandContext,
): Promise<Pick<Objects, 'cashinQuoteId' | 'cashinId'>> => {
  const asked = { user, assetId: 202, amountCents: 15_000n, destinationWallet: null };
  const quote = () => service.issueCashinQuote(asked, context());
  const [unused, used] = [await quote(), await quote()];
  const made = { user, quoteId: used.quoteId, customer: { taxID: '52998224725' }, destinationWallet: null };
  const { intentId } = await service.createCashinIntent(made, context());
  return { cashinQuoteId: unused.quoteId, cashinId: intentId };
};

/** As the projection would when a payout of the user's has settled. */
const keepReceipt = async (world: HttpWorld, scope: UserScope, txHash: string): Promise<void> => {
  await world.pool.query(
    `INSERT INTO lastro.receipts (intent_id, user_id, partner_id, mode, network, tx_hash, payout_kind,
       destination_masked, amount_cents, paid_at)
     VALUES ($1, $2, $3, $4, 'ethereum', $5, 'PIX_BRCODE', '***', 100, now())`,
    [`paid by ${txHash}`, scope.userId, scope.partnerId, scope.mode, txHash],
  );
};

/** Sandbox wallets alone can be filled; in live mode there is no withdrawal. */
const withdrawFor = async (world: HttpWorld, partner: Partner, user: User): Promise<string> => {
  await setFeature(world, partner, true);
  if (partner.mode !== 'sandbox') return unknownObjects().withdrawId;
  await credit(world, partner, { pubkey: user.pubkey, amount: '1000', allowance: '1000' });
  const answer = await withdrawAs(world, user, { amount: 2 });
  return (answer.body as { data: { withdrawId: string } }).data.withdrawId;
};

const startSession = async (
  { service }: HttpWorld,
  owner: Pick<Partner, 'partnerId' | 'mode'>,
  { userId }: User,
  context: CommandContext,
): Promise<string> => {
  const declared = {
    personType: 'PF',
    document: '40442820135',
    birthDate: '1990-02-28',
    profile: {},
    owners: [],
  } as const;
  return (await service.startKycSession({ ...owner, externalUserId: userId, declared }, context)).sessionId;
};

const partnerObjects = async (
  { service, project }: HttpWorld,
  { partnerId, mode }: Partner,
  context: () => CommandContext,
): Promise<Pick<Objects, 'deliveryId' | 'code'>> => {
  const owner = { partnerId, mode };
  await service.removeDestination(owner, context());
  const { deliveryId } = await service.requestWebhookTest(owner, context());
  const destination = { ...owner, url: 'https://hooks.example/lastro', events: [], headers: {} };
  await service.registerDestination(destination, context());
  await project();
  const paid = { invoiceCode: FIXED_CODE, amountCents: null, assetId: null, description: null };
  const { linkCode } = await service.createLink({ ...owner, ...paid, lifetimeSeconds: 3600 }, context());
  return { deliveryId, code: linkCode };
};

/** The same partner in its other mode. */
export const otherModeOf = async (world: HttpWorld, partner: Partner): Promise<Partner> => {
  const { partnerId } = partner;
  const context = { ...systemContext('test', randomUUID(), 'test'), partnerId };
  const { apiKey } = await world.service.issueApiKey({ partnerId, mode: 'live', name: null }, context);
  await world.project();
  return { ...partner, apiKey, mode: 'live' };
};
