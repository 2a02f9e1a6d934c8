import { isRejection } from '../../../aggregates/rejection';
import type { Price, PriceFeeds } from '../../../commands/ports/providers/price-feed';
import type { Result } from '../../../commands/ports/providers/result';
import { refuseOffPeg } from '../../../commands/withdrawal/request-withdrawal';
import { manualClock } from '../../../packages/testing/src/ledger/memory/manual-clock';
import { catalog } from '../../samples/quoting';

const clock = manualClock();
const [asset] = catalog.assets;

const heldBy = async (answer: Partial<Price> | Result<Price>, mode: 'live' | 'sandbox' = 'sandbox') => {
  const priced = { symbol: 'USDC', pair: 'USDC/BRL', asOf: clock.iso(), sources: ['market'], sell: '1', buy: '1' };
  const said: Result<Price> = 'ok' in answer ? answer : { ok: true, value: { ...priced, ...answer } };
  const alerts: unknown[] = [];
  const feed = { name: 'market', mode: 'sandbox', price: async () => said } as const;
  const priceFeeds: PriceFeeds = { sandbox: feed, live: { ...feed, mode: 'live' } };
  const deps = { clock, priceFeeds, alert: (...told: unknown[]) => void alerts.push(told) };
  const code = await refuseOffPeg(deps, asset!, mode).then(
    () => null,
    (error: unknown) => (isRejection(error) ? error.rejection.code : error),
  );
  return [code, alerts.length];
};

const failed = (kind: 'UNAVAILABLE' | 'NOT_CONFIGURED') =>
  ({ ok: false, kind, code: 'OTHER', provider: 'market', message: 'no' }) as const;

test.each([
  ['a real', {}, [null, 0]],
  ['half a percent off', { sell: '0.995', buy: '0.995' }, [null, 0]],
  ['more off', { sell: '0.994', buy: '0.9959' }, ['PROVIDER_FAILURE', 1]],
  ['dearer', { sell: '1.0051', buy: '1.0051' }, ['PROVIDER_FAILURE', 1]],
  ['no number', { sell: 'x' }, ['PROVIDER_FAILURE', 1]],
  ['of 14 minutes ago', { asOf: new Date(clock.now() - 840_000).toISOString() }, [null, 0]],
  ['of an hour ago', { asOf: new Date(clock.now() - 3_600_000).toISOString() }, ['PROVIDER_FAILURE', 0]],
])('decides by a market price that is %s: %j', async (_what, price, expected) => {
  expect(await heldBy(price)).toEqual(expected);
});

test('refuses withdrawals without a market, without an alert', async () => {
  expect(await heldBy(failed('UNAVAILABLE'))).toEqual(['PROVIDER_FAILURE', 0]);
  expect(await heldBy(failed('NOT_CONFIGURED'))).toEqual(['PROVIDER_NOT_CONFIGURED', 0]);
});
