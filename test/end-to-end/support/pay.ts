import { buildStaticBrCode } from '../../../aggregates/codes/build-br-code';
import { LOCAL_ETH } from '../../../infra/catalog/local-network';
import { openLocalWallet } from '../../../infra/chains/local/local-wallet';
import { ask, type RunningProcess } from './run-service';

const ANVIL_CHAIN_ID = 31_337;
const POLL_MS = 100;
const TIMEOUT_MS = 45_000;

export interface Payee {
  readonly key: string;
  readonly name: string;
}

interface Intent {
  readonly intentId: string;
  readonly status: string;
  readonly instruction: { readonly to: string; readonly value: string; readonly data: string };
}

/** Registers a user, approves it, and answers its id and a token. */
export const registerApprovedUser = async (service: RunningProcess, key: string, externalUserId: string) => {
  const api = `${service.url}/api/v1`;
  const registered = await ask<{ userId: string }>(`${api}/users`, { token: key, body: { externalUserId } });
  const { userId } = registered.body.data;
  const kyc = { token: key, method: 'PATCH', body: { kycStatus: 'APPROVED' } };
  await ask(`${api}/users/${userId}/kyc`, kyc);
  const issued = await ask<{ token: string }>(`${api}/auth/token`, { token: key, body: { uid: externalUserId } });
  return { userId, token: issued.body.data.token };
};

/** Quotes a PIX code and opens an intent for it. */
export const openIntent = async (
  service: RunningProcess,
  token: string,
  payee: Payee,
  assetId = LOCAL_ETH,
): Promise<Intent> => {
  const api = `${service.url}/api/v1/cashout`;
  const invoiceCode = buildStaticBrCode({
    key: payee.key,
    payeeName: payee.name,
    payeeCity: 'SAO PAULO',
    amountCents: 5_000n,
  });
  const body = { assetId, invoiceCode, externalId: payee.name };
  const quoted = await ask<{ quoteId: string }>(`${api}/quote`, { token, body });
  const opened = await ask<Intent>(`${api}/intent`, { token, body: { quoteId: quoted.body.data.quoteId } });
  if (opened.status !== 201) throw new Error(JSON.stringify(opened.body));
  return opened.body.data;
};

/** Sends what the intent asks for, on the local chain that the service has started. */
export const sendPayment = async (service: RunningProcess, intent: Intent): Promise<void> => {
  const chainUrl = /chain\s+(http:\S+)/.exec(service.stdout())?.[1] ?? '';
  const { to, value, data } = intent.instruction;
  await openLocalWallet(chainUrl, ANVIL_CHAIN_ID, 0).send({ to, value, data });
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
