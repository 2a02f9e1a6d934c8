import type { Express } from 'express';
import request, { type Response, type Test } from 'supertest';
import { systemContext } from '../../../commands/handling/context';
import { credentialHeaders, sharedCookie } from '../members/member-world';
import type { NamedOperation } from '../public/document';
import { schemesOf } from '../public/document';
import { payOnChain } from '../user/pay-on-chain';
import { setFeature } from '../user/withdrawing';
import { createWorld, FIXED_CODE, type HttpWorld, type Partner, type User } from '../world';

const PAID_WITH = `0x${'5c'.repeat(32)}`;

/** Objects and credentials for every driver. */
export interface Stage {
  readonly world: HttpWorld;
  readonly partner: Partner;
  /** Approved, of `partner`. */
  readonly user: User;
  /** A payment of the user's that is complete, and the transaction that brought the deposit. */
  readonly paid: { readonly intentId: string; readonly txHash: string };
  /** Credentials of a partner that was suspended after they were issued. */
  readonly suspended: { readonly partner: Partner; readonly user: User };
  /** A partner with an allowlist that the loopback is not on. */
  readonly distant: Partner;
}

/** A request without its method and its path's template. */
export interface Asked {
  /** The `{parameters}` of the path. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** In place of the credential that belongs to the route's security scheme. */
  readonly credential?: string;
  /** In place of the world's own. */
  readonly app?: Express;
}

export type Ask = (stage: Stage) => Asked | Promise<Asked>;

/** A further answer that the operation can give. */
export interface Provoked {
  readonly status: number;
  /** Code of a refusal. */
  readonly code?: string;
  readonly ask: Ask;
}

/** Requests of an operation. Common answers of all routes (400, 401, 403, 413, ...) are provoked without a driver. */
export interface Driver {
  /** A request that succeeds, each time it is asked. */
  readonly ask: Ask;
  readonly also?: readonly Provoked[];
  /** Code to the test that provokes it, where that cannot be done here. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

/** By the operation's name in the document, such as `post /api/v1/users`. */
export type Drivers = Readonly<Record<string, Driver>>;

export const openStage = async (): Promise<Stage> => {
  const world = await createWorld();
  const partner = await world.partner();
  const user = await world.user(partner);
  await setFeature(world, partner, true);
  const other = await world.partner();
  const suspended = { partner: other, user: await world.user(other) };
  const distant = await world.partner();
  await suspend(world, other);
  await allowOnly('10.0.0.0/8', world, distant);
  await world.project();
  const intentId = await payFor(world, user);
  return { world, partner, user, suspended, distant, paid: { intentId, txHash: PAID_WITH } };
};

const contextFor = ({ deps }: HttpWorld, { partnerId }: Partner) => ({
  ...systemContext('test', deps.ids.uuid(), 'test'),
  partnerId,
});

const suspend = (world: HttpWorld, partner: Partner) =>
  world.service.changePartnerStanding(
    { partnerId: partner.partnerId, change: 'SuspendPartner', reason: 'test' },
    contextFor(world, partner),
  );

const allowOnly = (network: string, world: HttpWorld, partner: Partner) =>
  world.service.changePartnerTerms(
    { partnerId: partner.partnerId, ipAllowlist: [network] },
    contextFor(world, partner),
  );

/** Makes a payment of the user's that is complete, and answers its id. */
const payFor = async (world: HttpWorld, { token }: User): Promise<string> => {
  const { quoteId } = await obtain(
    { world },
    '/api/v1/cashout/quote',
    { assetId: 202, invoiceCode: FIXED_CODE },
    token,
  );
  const intent = await obtain({ world }, '/api/v1/cashout/intent', { quoteId }, token);
  const { intentId = '', memo = '', receiver = '', amountBaseUnits = '' } = intent;
  await payOnChain(world, { txid: PAID_WITH, receiver, amountBaseUnits, memos: [memo], assetId: 202 });
  return intentId;
};

/** The credential that opens the operation; null for a public one. */
export const credentialFor = async (
  stage: Stage,
  { operation }: NamedOperation,
  { partner, user }: { readonly partner: Partner; readonly user: User } = stage,
): Promise<string | null> => {
  const schemes = schemesOf(operation);
  if (schemes.includes('partner')) return partner.apiKey;
  if (schemes.includes('member')) return sharedCookie(stage.world, partner, 'owner');
  if (schemes.includes('user')) return user.token;
  if (!schemes.includes('wallet')) return null;
  const { partnerId, mode } = partner;
  return stage.world.deps.tokens.wallet.sign({ pubkey: user.pubkey, uid: user.userId, partnerId, mode }, 3600);
};

/** Puts a request together and leaves the sending to the caller. */
export const prepare = (stage: Stage, { method, path }: NamedOperation, asked: Asked): Test => {
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(asked.path?.[name] ?? 'none'));
  const prepared = request(asked.app ?? stage.world.app)
    [method](filled)
    .query({ ...asked.query })
    .set({ ...asked.headers });
  return asked.credential === undefined ? prepared : prepared.set(credentialHeaders(asked.credential));
};

export const send = async (stage: Stage, operation: NamedOperation, ask: Ask): Promise<Response> => {
  const asked = await ask(stage);
  const credential = asked.credential ?? (await credentialFor(stage, operation));
  const prepared = prepare(stage, operation, { ...asked, ...(credential === null ? {} : { credential }) });
  return asked.body === undefined ? prepared : prepared.send(asked.body);
};

/** The data of a POST that must succeed: what another request is about. */
export const obtain = async (
  { world }: Pick<Stage, 'world'>,
  path: string,
  body: object,
  credential: string,
): Promise<Readonly<Record<string, string>>> => {
  const answer = await request(world.app).post(path).set('Authorization', `Bearer ${credential}`).send(body);
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  const { data }: { data: Record<string, string> } = answer.body;
  return data;
};
