import { buildStaticBrCode } from '../../../aggregates/codes/build-br-code';
import { type Answer, type Ask, must, openAsking, openIntentFor, registerUser } from '../chaos/asking';
import { withOperator } from '../end-to-end/support/operator';
import { type Environment, runProgram } from '../end-to-end/support/run-service';
import { COIN_ID, TOKEN_ID } from './installation';
import type { PlannedPayment } from './plan';

/** An intent as its payer knows it. */
export interface OpenedIntent {
  readonly intentId: string;
  readonly memo: string;
  readonly assetId: number;
  readonly amountBaseUnits: bigint;
  readonly expiresAtMs: number;
  readonly payoutCents: bigint;
}

/** A partner's backend and its users, who ask again without an answer. */
export interface ChaosPartner {
  /** Null when it was not to be had while it could be tried. */
  readonly openIntent: (payment: PlannedPayment, goesOn: () => boolean) => Promise<OpenedIntent | null>;
  /** The status code of a quote asked for now; 0 without an answer. */
  readonly quoteStatus: () => Promise<number>;
  readonly refusals: ReadonlyMap<string, number>;
}

/** Made while all is calm. */
export const openPartner = async (
  url: () => string,
  environment: Environment,
  users: number,
): Promise<ChaosPartner> => {
  const { ask, refusals } = openAsking(url);
  const operating = 'EVENTSTORE_URL' in environment ? await withOperator(environment) : environment;
  const created = await runProgram('ledger', ['partner', 'create', '--name', 'Chaos', '--json'], operating);
  const { apiKey } = JSON.parse(created.stdout) as { readonly apiKey: string };
  const tokens: string[] = [];
  for (let user = 0; user < users; user += 1) tokens.push(await approvedUser(ask, apiKey, `payer-${user}`));
  const openIntent: ChaosPartner['openIntent'] = async ({ user, asset, payoutCents }, goesOn) => {
    const body = { assetId: asset === 'coin' ? COIN_ID : TOKEN_ID, invoiceCode: codeOf(payoutCents) };
    const opened = await openIntentFor(ask, tokens[user] ?? '', { flow: 'cashout', quote: body }, goesOn);
    return opened === null ? null : intentOf(opened, payoutCents);
  };
  const asked = {
    path: '/cashout/quote',
    token: tokens[0] ?? '',
    body: { assetId: COIN_ID, invoiceCode: codeOf(5_000n) },
  };
  const quoteStatus = async (): Promise<number> => (await ask(asked)).status;
  return { openIntent, quoteStatus, refusals };
};

const approvedUser = async (ask: Ask, apiKey: string, externalUserId: string): Promise<string> => {
  const { userId, token } = await registerUser(ask, apiKey, externalUserId);
  const body = { kycStatus: 'APPROVED' };
  await must(ask, { path: `/users/${userId}/kyc`, token: apiKey, method: 'PATCH', body });
  return token;
};

const codeOf = (amountCents: bigint): string =>
  buildStaticBrCode({
    ...{ key: '123e4567-e12b-12d1-a456-426655440000', payeeName: 'Padaria do Bairro', payeeCity: 'SAO PAULO' },
    amountCents,
  });

const intentOf = (data: Answer['data'], payoutCents: bigint): OpenedIntent => ({
  intentId: data['intentId'] ?? '',
  memo: data['memo'] ?? '',
  assetId: Number(data['assetId']),
  amountBaseUnits: BigInt(data['amountBaseUnits'] ?? ''),
  expiresAtMs: Date.parse(data['expiresAt'] ?? ''),
  payoutCents,
});
