import { type CreateLink, createLink, MAXIMUM_LIVE_LINKS } from '../../../commands/partner/create-link';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { asking } from '../../core';
import { boletoOf } from '../../samples/boletos';
import { code, quoting } from '../../samples/quoting';

const input: CreateLink = {
  ...{ partnerId: 'p1', mode: 'sandbox', invoiceCode: code(15_000n), amountCents: null, assetId: 201 },
  ...{ description: 'for Maria', lifetimeSeconds: 3600 },
};
const world = (live = 0) => ({ ...quoting(), countLiveLinks: async () => live });

test('seals the terms of a link under a code of 128 bits', async () => {
  const deps = world();
  const created = await createLink(deps)(input, asking());
  expect(created).toMatchObject({ amountCents: 15_000n, createdAt: time(0), expiresAt: time(3600) });
  expect(created.linkCode).toMatch(/^[0-9a-f]{32}$/);
  const [stored] = await deps.eventStore.readStream(`link-${created.linkCode}`);
  if (stored?.type !== 'LinkCreated') throw new Error('no link was created');
  expect(JSON.stringify(stored.data)).not.toMatch(/maria|Maria/);
  const { invoiceCode, description } = stored.data;
  expect(await deps.vault.open(invoiceCode)).toBe(input.invoiceCode);
  expect(description === null ? null : await deps.vault.open(description)).toBe('for Maria');
});

test('accepts the amount of the code, an equal amount, or no amount', async () => {
  const amountOf = async (differences: Partial<CreateLink>) =>
    (await createLink(world())({ ...input, ...differences }, asking())).amountCents;
  expect(await amountOf({ amountCents: 15_000n })).toBe(15_000n);
  expect(await amountOf({ invoiceCode: code(), amountCents: 700n })).toBe(700n);
  expect(await amountOf({ invoiceCode: code() })).toBeNull();
});

test.each([
  ['a boleto', boletoOf(25_000n), 25_000n],
  ['a boleto without an amount', boletoOf(0n), null],
  ['a gift card', 'GC-SBX-STEAM-5000-DS', 5_000n],
])('links %s too', async (_kind, invoiceCode, amountCents) => {
  const created = await createLink(world())({ ...input, invoiceCode }, asking());
  expect(created.amountCents).toBe(amountCents);
  const other = createLink(world())({ ...input, invoiceCode, amountCents: 1n }, asking());
  if (amountCents === null) expect((await other).amountCents).toBe(1n);
  else await expect(other).rejects.toMatchObject({ rejection: { fieldErrors: { amount: expect.any(String) } } });
});

test.each([
  [{ amountCents: 1n }, 'VALIDATION_ERROR'],
  [{ invoiceCode: 'abc' }, 'VALIDATION_ERROR'],
  [{ invoiceCode: 'GC-SBX-STEAM-5001-DS' }, 'VALIDATION_ERROR'],
  [{ invoiceCode: boletoOf(25_000n).replace('25000', '25001') }, 'VALIDATION_ERROR'],
  [{ assetId: 202 }, 'INVALID_ASSET_ID'],
] as const)('refuses %j', async (differences, refusal) => {
  const creating = createLink(world())({ ...input, ...differences }, asking());
  await expect(creating).rejects.toMatchObject({ rejection: { code: refusal } });
});

test('refuses one more live link than the limit with LIMIT_EXCEEDED', async () => {
  await expect(createLink(world(MAXIMUM_LIVE_LINKS - 1))(input, asking())).resolves.toBeDefined();
  await expect(createLink(world(MAXIMUM_LIVE_LINKS))(input, asking())).rejects.toMatchObject({
    rejection: { code: 'LIMIT_EXCEEDED' },
  });
});
