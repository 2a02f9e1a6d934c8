import './supported-node';

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Logger } from 'pino';
import type { CommandContext } from '../../../commands/handling/context';
import { LOCAL_ETH, LOCAL_USDC, LOCAL_USDT, localNetwork } from '../../../infra/catalog/local-network';
import { ensureDataDirectory } from '../../../infra/data-directory';
import { removeDataDirectory } from '../../../infra/postgres/embedded/home';
import { dataOf } from '../../../packages/client/src/answer';
import { createLastroClient, type LastroClient } from '../../../packages/client/src/client';
import { listEventsAbout } from '../../../read-models/operators/audit-trail';
import { type Config, readConfig } from '../../config';
import { type OpenedLocalChain, openLocalEvm, openLocalSolana } from '../chains/local-chain';
import { runCashin } from '../demo/cashin';
import { type CashoutDemo, runCashout } from '../demo/cashout';
import { openOwnFetch } from '../demo/own-fetch';
import { type ReceivedWebhook, startReceiver, type WebhookReceiver } from '../demo/receiver';
import { say } from '../demo/say';
import { runWithdrawal } from '../demo/withdrawal';
import { wordsOfError } from '../demo/words-of-error';
import { openDoor } from '../running/door';
import { untilReady } from '../running/until-ready';
import { createLogger } from '../stores/logger';
import { type Close, openInOrder } from '../stores/open-in-order';
import { openStores } from '../stores/stores';
import { type Runtime, startRuntime } from './runtime';

const WEBHOOKS_PER_INTENT = 2;
const WEBHOOK_TIMEOUT_MS = 10_000;
const APPLIED_TIMEOUT_MS = 20_000;

/** Reads only DATA_DIR, PORT and LOG_LEVEL, and uses its own directory, so it runs beside `npm start`. */
const demoConfig = (): Config => {
  const { DATA_DIR, PORT = '0', LOG_LEVEL = 'error' } = process.env;
  const config = readConfig({ DATA_DIR, PORT, LOG_LEVEL, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
  const name = `demo-${randomBytes(4).toString('hex')}`;
  return { ...config, DATA_DIR: ensureDataDirectory(path.join(ensureDataDirectory(config.DATA_DIR), name)) };
};

interface Played {
  readonly intents: number;
  readonly webhooks: number;
}

/** `npm run demo`: real transfers on local chains become PIX payouts of the sandbox bank, a PIX tokens, a balance a PIX. */
const demo = async (): Promise<void> => {
  const { value, close } = await openInOrder(playAll);
  await close();
  // Checks read this line: it must stay the last one.
  say(`DEMO OK intents=${value.intents} status=COMPLETED webhooks=${value.webhooks}`);
};

type OnClose = (close: Close) => void;

const playAll = async (onClose: OnClose): Promise<Played> => {
  const stopped = untilStopped();
  const config = demoConfig();
  const logger = createLogger(config.LOG_LEVEL);
  onClose(() => removeDataDirectory(config.DATA_DIR));
  say('Starting PostgreSQL, the event store, local chains and the service ...');
  const openingSolana = solanaOrNone(logger);
  onClose(async () => (await openingSolana)?.stop());
  const door = await openDoor(config);
  onClose(door.stop);
  const stores = await openStores(config, logger, door.isThere);
  onClose(stores.stop);
  const chain = await openLocalEvm(logger);
  onClose(chain.stop);
  const solana = await openingSolana;
  const localChains = [chain, ...(solana === null ? [] : [solana])].map(({ reached }) => localNetwork(reached));
  const runtime = await startRuntime({ config, stores, logger, withWorkers: true, localChains, door });
  onClose(runtime.stop);
  await untilReady(runtime.readiness);
  say(`lastro is running at ${runtime.url}; the EVM chain's receiver is ${chain.reached.receiver}`);
  return Promise.race([play(runtime, { chain, solana }, onClose), stopped]);
};

const solanaOrNone = (logger: Logger): Promise<OpenedLocalChain | null> =>
  openLocalSolana(logger).catch((error: unknown) => {
    say(`Without a Solana chain, which needs the package litesvm: ${wordsOfError(error)}`);
    return null;
  });

interface Chains {
  readonly chain: OpenedLocalChain;
  readonly solana: OpenedLocalChain | null;
}

type Cashout = Omit<CashoutDemo, 'user'>;

const cashoutsOf = ({ adapters }: Runtime, { chain, solana }: Chains): readonly Cashout[] => {
  const { payer } = chain;
  const native = { payer, assetId: LOCAL_ETH, amountCents: 12_345n, title: 'Native coin, memo in the calldata' };
  const token = { payer, assetId: LOCAL_USDT, amountCents: 6_789n, title: 'ERC-20, memo behind the transfer call' };
  const isOffered = adapters.offer.catalog.assets.some(({ assetId }) => assetId === LOCAL_USDC);
  if (solana === null || !isOffered) return [native, token];
  const title = 'SPL token on Solana, memo in an instruction of its own';
  return [native, token, { payer: solana.payer, assetId: LOCAL_USDC, amountCents: 4_321n, title }];
};

/** Rejects on Ctrl-C, so that the demo closes everything; a start in progress completes first. */
const untilStopped = (): Promise<never> => {
  const stopped = new Promise<never>((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => reject(new Error(`${signal} has stopped it`)));
  });
  // Prevents an unhandled rejection: the start does not await this promise.
  stopped.catch(() => undefined);
  return stopped;
};

const play = async (runtime: Runtime, chains: Chains, onClose: OnClose): Promise<Played> => {
  const { apiKey, webhookSecret, partnerId } = await onboard(runtime);
  const baseUrl = runtime.url;
  const { fetch, close } = openOwnFetch();
  onClose(close);
  const partner = createLastroClient({ baseUrl, fetch, credential: { kind: 'API_KEY', apiKey } });
  const receiver = await startReceiver(webhookSecret);
  onClose(receiver.close);
  dataOf(await partner.POST('/api/v1/partners/me/webhook-config', { body: { url: receiver.url } }));
  say(`Partner ${partnerId} listens at ${receiver.url}`);
  const { address: wallet } = chains.chain.payer;
  const token = await registerUser(partner, wallet);
  const user = createLastroClient({ baseUrl, fetch, credential: { kind: 'TOKEN', token } });
  const intents: string[] = [];
  for (const cashout of cashoutsOf(runtime, chains)) {
    const title = `${intents.length + 1}. ${cashout.title}`;
    intents.push(await runCashout({ ...cashout, user, title }));
  }
  const webhooks = await collectWebhooks(receiver, intents);
  await showAudit(runtime, intents.at(-1) ?? '');
  const inSandbox = { user, partner };
  const bought = await runCashin({
    ...inSandbox,
    assetId: LOCAL_USDT,
    title: `${intents.length + 1}. Cash-in: a PIX becomes tokens`,
  });
  const paid = await runWithdrawal({
    ...inSandbox,
    wallet,
    title: `${intents.length + 2}. Withdrawal: a pegged balance becomes a PIX`,
  });
  await showEnds(receiver, [bought, paid]);
  return { intents: intents.length, webhooks };
};

const byOperator = (): CommandContext => {
  const commandId = crypto.randomUUID();
  return {
    ...{ commandId, correlationId: commandId, causationId: commandId },
    actor: { kind: 'operator', id: 'demo' },
    ...{ partnerId: null, subjectId: null, mode: null, requestId: null, reason: 'demonstration' },
  };
};

const onboard = async ({ service, adapters }: Runtime) => {
  const onboarded = await service.onboardPartner({ name: 'Demo partner', mode: 'sandbox' }, byOperator());
  const { partnerId } = onboarded;
  const withdrawing = { partnerId, features: { 'pegged-withdraw': true } };
  const { position } = await service.changePartnerTerms(withdrawing, byOperator());
  if (position !== null) await adapters.board.waitUntilApplied(['accounts'], position, APPLIED_TIMEOUT_MS);
  return onboarded;
};

/** Registers the paying wallet's user and approves KYC, as sandbox credentials may. Returns an access token. */
const registerUser = async (partner: LastroClient, pubkey: string): Promise<string> => {
  const body = { externalUserId: 'demo-user', pubkey, blockchain: 'local' };
  const { userId } = dataOf(await partner.POST('/api/v1/users', { body }));
  const params = { path: { userId } };
  dataOf(await partner.PATCH('/api/v1/users/{userId}/kyc', { params, body: { kycStatus: 'APPROVED' } }));
  const { token } = dataOf(await partner.POST('/api/v1/auth/token', { body: { uid: userId } }));
  say(`User ${userId} is registered and approved`);
  return token;
};

const show = ({ id, event, about, verified }: ReceivedWebhook): void => {
  say(`  ${event.padEnd(18)} ${about}  signature ${verified ? 'verified' : 'WRONG'}`);
  if (!verified) throw new Error(`The signature of ${id} is wrong`);
};

const collectWebhooks = async (receiver: WebhookReceiver, intentIds: readonly string[]): Promise<number> => {
  say('\nWebhooks');
  let verified = 0;
  for (const intentId of intentIds) {
    for (const webhook of await receiver.expect(intentId, WEBHOOKS_PER_INTENT, WEBHOOK_TIMEOUT_MS)) {
      show(webhook);
      verified += 1;
    }
  }
  return verified;
};

/** Shows the webhook that reports the end of each id. */
const showEnds = async (receiver: WebhookReceiver, ids: readonly string[]): Promise<void> => {
  say('\nWebhooks');
  for (const id of ids) for (const webhook of await receiver.expect(id, 1, WEBHOOK_TIMEOUT_MS)) show(webhook);
  say('');
};

const showAudit = async ({ adapters }: Runtime, intentId: string): Promise<void> => {
  say(`\nAudit trail of ${intentId}`);
  const about = { streams: [`cashout-${intentId}`], ids: [intentId] };
  for (const row of await listEventsAbout(adapters.ports.query, about, { limit: 100, after: null })) {
    say(`  ${row.at}  ${row.type.padEnd(22)} by ${row.actor_kind}:${row.actor_id}`);
  }
  say('');
};

demo().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`The demo failed: ${wordsOfError(error)}\n`);
    process.exit(1);
  },
);
