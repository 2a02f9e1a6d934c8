import type { Browser } from 'playwright-core';
import {
  localWallet,
  openIntent,
  payIntent,
  registerApprovedUser,
  sendPayment,
  waitForStatus,
} from '../end-to-end/support/pay';
import {
  demoKeyOf,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from '../end-to-end/support/run-service';
import { launch } from './chromium';

const HOSTILE = '<img src=x onerror="alert(1)">\u202Egnp.exe\u200B';
/** The sandbox's bank leaves its payout open. */
const STUCK_KEY = '00000000-0000-4000-8000-000000000005';

/** The service sends webhooks to this machine, and tries each twice. */
export const FAILS_FAST = { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_RETRY_DELAYS_MS: '1' };

export const EXTERNAL_ID = 'maria.canario@pessoa.example';

/** A service in development with payments, and a browser. Every deposit needs two operators. */
export interface OpenedConsole {
  readonly service: RunningProcess;
  readonly browser: Browser;
  readonly environment: Readonly<Record<string, string>>;
  /** Completed. */
  readonly paidId: string;
  /** Held, with the given reason. */
  readonly heldId: string;
  /** Paid without its memo. */
  readonly unmatchedId: string;
  readonly close: () => Promise<void>;
}

export const openConsole = async (reason: string = HOSTILE): Promise<OpenedConsole> => {
  const { dataDir, remove } = temporaryDataDir();
  const environment = { ...FAILS_FAST, DATA_DIR: dataDir, SANDBOX_SETTLE_MS: '100', DEPOSIT_APPROVAL_CENTS: '0' };
  const [service, browser] = await Promise.all([startProgram('start', environment), launch()]);
  const close = async (): Promise<void> => {
    await browser.close();
    await service.stop();
    remove();
  };
  const ids = await makePayments(service, environment, reason);
  return { service, browser, environment, ...ids, close };
};

const makePayments = async (service: RunningProcess, environment: OpenedConsole['environment'], reason: string) => {
  const { token } = await registerApprovedUser(service, demoKeyOf(service), EXTERNAL_ID);
  const open = (key: string) => openIntent(service, token, { key, name: 'LOJA' });
  const [paid, held, unmatched] = [
    await open('loja@pix.example'),
    await open(STUCK_KEY),
    await open('loja@pix.example'),
  ];
  const { to, value } = unmatched.instruction;
  // First, so that it is final and unmatched when the others are paid.
  await localWallet(service, 0).send({ to, value });
  await payIntent(service, token, paid);
  await sendPayment(service, held);
  await waitForStatus(service, token, held.intentId, 'PROCESSING');
  const hold = ['hold', held.intentId, '--actor', 'ana', '--reason', reason];
  // The payout is requested just after the deposit is accepted.
  while ((await runProgram('ledger', hold, environment)).code !== 0);
  return { paidId: paid.intentId, heldId: held.intentId, unmatchedId: unmatched.intentId };
};
