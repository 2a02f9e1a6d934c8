import path from 'node:path';
import type { Browser } from 'playwright-core';
import { projectRoot } from '../../../infra/project-root';
import { type Receiver, startReceiver } from '../../stores/receiver';
import { LOCAL_RECEIVER, localWallet, openIntent, registerApprovedUser, sendPayment } from '../end-to-end/support/pay';
import {
  ask,
  demoKeyOf,
  type Environment,
  type RunningProcess,
  startProgram,
  temporaryDataDir,
} from '../end-to-end/support/run-service';
import { isThere, launch, type Watched } from './chromium';
import { SCREENS } from './screens';
import { signedIn } from './sign-in';

jest.setTimeout(360_000);

/** The sandbox's bank loses every order for this key. */
const LOST_KEY = '00000000-0000-4000-8000-000000000004';
const HOUR_MS = 3_600_000;

const clockAhead = (hours: number): Environment => ({
  NODE_OPTIONS: `--require ${path.join(projectRoot(), 'test', 'system', 'browser', 'clock-ahead.cjs')}`,
  CLOCK_AHEAD_MS: `${hours * HOUR_MS}`,
});

const inBrowser = isThere ? describe : describe.skip;

inBrowser('the console of a service with an unknown payout', () => {
  const { dataDir, remove } = temporaryDataDir();
  const environment = { DATA_DIR: dataDir, SANDBOX_SETTLE_MS: '100', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };
  let service: RunningProcess;
  let browser: Browser;
  let receiver: Receiver;
  let paymentId = '';

  const startAt = async (hours: number): Promise<void> => {
    await service.stop();
    service = await startProgram('start', { ...environment, ...clockAhead(hours) });
  };

  const opened = async (name: string): Promise<Watched> => {
    const seen = await signedIn({ browser, service }, SCREENS[0], name);
    await seen.page.goto(`${service.url}/console/payments/${paymentId}`);
    return seen;
  };

  /** Sends the dialog until the service accepts: the payment may have moved, or its transfer may not be final. */
  const send = async ({ page }: Watched, route: string, reason: string): Promise<void> => {
    await page.locator('dialog textarea').fill(reason);
    for (let isAccepted = false; !isAccepted; ) {
      const answer = page.waitForResponse((response) => response.url().endsWith(`/${route}`));
      await page.locator('dialog button.primary').click();
      isAccepted = (await answer).ok();
    }
  };
  /** A refused change is no fault of the page. */
  const close = async (seen: Watched): Promise<void> => {
    expect(seen.wrong.filter((text) => !text.includes('status of 409'))).toEqual([]);
    await seen.close();
  };
  const press = ({ page }: Watched, name: string) => page.getByRole('button', { name, exact: true }).click();

  beforeAll(async () => {
    [service, browser, receiver] = await Promise.all([startProgram('start', environment), launch(), startReceiver()]);
    const key = demoKeyOf(service);
    const body = { url: receiver.url };
    expect(await ask(`${service.url}/api/v1/partners/me/webhook-config`, { token: key, body })).toMatchObject({
      body: { success: true },
    });
    const { token } = await registerApprovedUser(service, key, 'maria@pessoa.example');
    const intent = await openIntent(service, token, { key: LOST_KEY, name: 'LOJA' });
    paymentId = intent.intentId;
    await sendPayment(service, intent);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
    await receiver.stop();
    remove();
  });

  test('holds the payout, ends it by two operators, and records its refund', async () => {
    const unknown = await opened('dev-first');
    await unknown.page.getByText('has an unknown outcome').first().waitFor();
    await press(unknown, 'Hold');
    await send(unknown, 'hold', 'the bank is down');
    await unknown.page.getByText('the bank is down').first().waitFor();
    await close(unknown);

    await startAt(3);
    const [first, second] = [await opened('dev-first'), await opened('dev-second')];
    await press(first, 'Decide the outcome');
    await first.page.locator('select[name=how]').selectOption('NOT_PAID');
    await send(first, 'decide', 'the statement shows no PIX');
    await press(second, 'Give the second word');
    await send(second, 'second', 'the statement shows no PIX');
    await first.page.getByRole('row', { name: /INTENT_FAILED.*HTTP 200/ }).waitFor();
    await close(first);
    await close(second);

    await startAt(28);
    const last = await opened('dev-first');
    const { page } = last;
    await press(last, 'Record the refund');
    const field = (name: string) => page.locator(`dialog [name=${name}]`);
    const [to, baseUnits] = [await field('to').inputValue(), await field('baseUnits').inputValue()];
    const transfer = { to, value: `0x${BigInt(baseUnits).toString(16)}`, data: '0x' };
    const { txid } = await localWallet(service, LOCAL_RECEIVER).send(transfer);
    await field('transaction').fill(txid);
    await field('transferredAt').fill(new Date().toISOString());
    await send(last, 'refund', 'sent from the treasury');
    await page.getByText('was recorded').first().waitFor();
    expect(receiver.received.map(({ body }) => (JSON.parse(body) as { event: string }).event)).toContain(
      'INTENT_FAILED',
    );
    await close(last);
  });
});
