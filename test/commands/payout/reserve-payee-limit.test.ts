import { START } from '../../../aggregates/events';
import { createCashoutIntent } from '../../../commands/cashout/create-cashout-intent';
import { expireCashout } from '../../../commands/cashout/expire-cashout';
import { expiryEvidence, time } from '../../../packages/testing/src/samples/sample-data';
import { asking } from '../../core';
import { offering } from '../../doubles/scripted-provider';
import { caller, quoted, quoting } from '../../samples/quoting';

const HOUR_MS = 3_600_000;

/** Intents of R$ 150.00 for one payee, who may get R$ 300.00 a day. */
const withLimit = (payeeDayCents = 30_000n) => {
  const base = quoting();
  const payoutProviders = offering({ ...base.bank, limits: { PIX_BRCODE: { payeeDayCents } } });
  const deps = { ...base, payoutProviders };
  let made = 0;
  const create = async () => {
    made += 1;
    const quote = await quoted(deps, { reference: `order-${made}` }, `quote-${made}`);
    const asked = { user: caller, quoteId: quote.quoteId, sender: null };
    return (await createCashoutIntent(deps)(asked, asking(`intent-${made}`, { isFresh: true }))).intent.intentId;
  };
  return { deps, create };
};

const refusal = { rejection: { code: 'AMOUNT_ABOVE_LIMIT' } };

test('refuses an amount above the daily limit of the payee, and allows it on the next day', async () => {
  const { deps, create } = withLimit();
  await create();
  await create();
  await expect(create()).rejects.toMatchObject(refusal);
  deps.clock.advance(15 * HOUR_MS - 1);
  await expect(create()).rejects.toMatchObject(refusal);
  deps.clock.advance(1);
  await expect(create()).resolves.toBeDefined();
});

test('releases the reservation of an intent that has expired', async () => {
  const { deps, create } = withLimit(15_000n);
  const intentId = await create();
  await expect(create()).rejects.toMatchObject(refusal);
  deps.clock.advance(HOUR_MS);
  const evidence = { ...expiryEvidence, watermark: time(400) };
  const readExpiryEvidence = async () => ({ evidence, asOf: START });
  await expireCashout({ ...deps, readExpiryEvidence })({ intentId });
  await expect(create()).resolves.toBeDefined();
  await expect(create()).rejects.toMatchObject(refusal);
});

test('keeps the key of the payee out of the names of streams', async () => {
  const { deps, create } = withLimit();
  await create();
  const names: string[] = [];
  for await (const { stream } of deps.eventStore.readAll(START, { streamPrefixes: ['limit-'] })) names.push(stream);
  expect(names).toEqual([expect.stringMatching(/^limit-[0-9a-f]{64}-2026-11-20$/)]);
});
