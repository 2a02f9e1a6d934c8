import { buildStaticBrCode } from '../../../../aggregates/codes/build-br-code';
import { LOCAL_ETH } from '../../../../infra/catalog/local-network';
import { type LocalWallet, openLocalWallet } from '../../../../infra/chains/local/local-wallet';
import { type Answer, ask, type RunningProcess } from './run-service';

const ANVIL_CHAIN_ID = 31_337;
const POLL_MS = 100;
const TIMEOUT_MS = 120_000;

export interface Payee {
  readonly key: string;
  readonly name: string;
}

interface Intent {
  readonly intentId: string;
  readonly status: string;
  readonly instruction: { readonly to: string; readonly value: string; readonly data: string };
}

/** Registers a user, with an address on Ethereum if one is given, approves it, and answers its id and a token. */
export const registerApprovedUser = async (
  service: RunningProcess,
  key: string,
  externalUserId: string,
  pubkey?: string,
) => {
  const api = `${service.url}/api/v1`;
  const body = { externalUserId, ...(pubkey === undefined ? {} : { pubkey, blockchain: 'ethereum' }) };
  const registered = await ask<{ userId: string }>(`${api}/users`, { token: key, body });
  const { userId } = registered.body.data;
  const kyc = { token: key, method: 'PATCH', body: { kycStatus: 'APPROVED' } };
  await ask(`${api}/users/${userId}/kyc`, kyc);
  const issued = await ask<{ token: string }>(`${api}/auth/token`, { token: key, body: { uid: externalUserId } });
  return { userId, token: issued.body.data.token };
};

const quoteOf = (service: RunningProcess, token: string, payee: Payee, assetId: number) => {
  const invoiceCode = buildStaticBrCode({
    key: payee.key,
    payeeName: payee.name,
    payeeCity: 'SAO PAULO',
    amountCents: 5_000n,
  });
  const body = { assetId, invoiceCode, externalId: payee.name };
  return ask<{ quoteId: string }>(`${service.url}/api/v1/cashout/quote`, { token, body });
};

/** Quotes a PIX code and opens an intent for it. */
export const openIntent = async (
  service: RunningProcess,
  token: string,
  payee: Payee,
  assetId = LOCAL_ETH,
): Promise<Intent> => {
  const opened = await tryIntent(service, token, payee, assetId);
  if (opened.status !== 201) throw new Error(JSON.stringify(opened.body));
  return opened.body.data;
};

/** The same, with the first refusal as its answer. */
export const tryIntent = async (
  service: RunningProcess,
  token: string,
  payee: Payee,
  assetId = LOCAL_ETH,
): Promise<Answer<Intent>> => {
  const quoted = await quoteOf(service, token, payee, assetId);
  if (quoted.status !== 200) return quoted as Answer<never>;
  const { quoteId } = quoted.body.data;
  return ask<Intent>(`${service.url}/api/v1/cashout/intent`, { token, body: { quoteId } });
};

export const chainUrlOf = (service: RunningProcess): string => /chain\s+(http:\S+)/.exec(service.stdout())?.[1] ?? '';

/** The account of the local chain that receives payments. */
export const LOCAL_RECEIVER = 9;

/** An account of the local EVM chain that the service has started. */
export const localWallet = (service: RunningProcess, account: number): LocalWallet =>
  openLocalWallet(chainUrlOf(service), ANVIL_CHAIN_ID, account);

/** Sends what the intent asks for, on the local chain that the service has started. */
export const sendPayment = async (service: RunningProcess, intent: Intent): Promise<void> => {
  const { to, value, data } = intent.instruction;
  await localWallet(service, 0).send({ to, value, data });
};

/** Pays an intent on the local chain that the service has started, and waits until it is COMPLETED. */
export const payIntent = async (service: RunningProcess, token: string, intent: Intent): Promise<void> => {
  await sendPayment(service, intent);
  await waitForStatus(service, token, intent.intentId, 'COMPLETED');
};

export const waitForStatus = async (
  service: RunningProcess,
  token: string,
  intentId: string,
  status: string,
): Promise<void> => {
  const deadline = Date.now() + TIMEOUT_MS;
  let seen = '';
  while (Date.now() < deadline) {
    const found = await ask<Intent>(`${service.url}/api/v1/cashout/intent/${intentId}`, { token });
    seen = found.body.data.status;
    if (seen === status) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`${intentId} is ${seen}, not ${status}`);
};
