import { watchCharge } from '../../../../commands/cashin/charge/watch-charge';
import type { HandleDeps } from '../../../../commands/handling/request';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { charge, paidPix } from '../../../doubles/scripted-charges';
import { delivery1, deliverySaid, releasing } from '../../trouble/loss/releasing';
import { cashing, PAYER, type Script, step } from '../cashing';

const watching = async (script: Script, payer?: object) => {
  const world = await cashing(script);
  const { deps } = world;
  const seals: string[] = [];
  const vault: typeof deps.vault = {
    ...deps.vault,
    open: async (sealed) => (payer === undefined ? deps.vault.open(sealed) : JSON.stringify(payer)),
    seal: (subjectId, text) => {
      seals.push(subjectId);
      return deps.vault.seal(subjectId, text);
    },
  };
  world.at(62);
  const watch = (causeEventId: string) =>
    watchCharge({ ...deps, vault })({ ...step, causeEventId, sinceMs: Date.parse(time(11)) });
  return { ...world, seals, watch, accepted: () => acceptedIn(deps) };
};

const acceptedIn = async ({ eventStore }: Pick<HandleDeps, 'eventStore'>) =>
  (await eventStore.readStream('cashin-cash1')).flatMap((event) => (event.type === 'PixAccepted' ? [event.data] : []));

test('keeps only the payer’s name and tax id of an accepted PIX', async () => {
  const payer = { name: 'Ana', taxId: PAYER, email: 'ana@example.com', phone: '+5511999990000' };
  const { deps, watch, accepted } = await watching({ get: [charge('PAID')] }, payer);
  await watch('cause1');
  const [parties] = (await accepted()).map((data) => data.parties);
  if (parties === undefined) throw new Error('nothing was kept');
  expect(parties.subjectId).toBe('fiscal:u1');
  await deps.vault.erase('u1');
  expect(JSON.parse((await deps.vault.open(parties)) ?? 'null')).toEqual({ name: 'Ana', taxId: PAYER });
  await deps.vault.erase('fiscal:u1');
  expect(await deps.vault.open(parties)).toBeNull();
});

test('keeps the payer once for many questions about the charge', async () => {
  const { watch, seals } = await watching({ get: [charge('PAID')] });
  await watch('cause1');
  await watch('cause2');
  expect(seals).toEqual(['fiscal:u1']);
});

test('stores no payer of a refunded PIX', async () => {
  const payments = [paidPix({ amount: 14_999n })];
  const { watch, seals, since } = await watching({ get: [charge('PAID', { payments })] });
  await watch('cause1');
  expect([await since(), seals]).toEqual([['PixReceived', 'ChargeRefundDue', 'CashinFailed'], []]);
});

test('keeps no party of an erased payer', async () => {
  const { deps, watch, accepted } = await watching({ get: [charge('PAID')] });
  await deps.vault.erase('u1');
  await watch('cause1');
  expect((await accepted()).map((data) => 'parties' in data)).toEqual([false]);
});

test.each([
  ['with a delivery that its provider knows', { [delivery1]: deliverySaid(delivery1, 'BROADCAST') }],
  ['without a record at any provider', {}],
])('keeps the payer when a cash-in is released after a loss, %s', async (_name, deliveries) => {
  const { release, deps } = await releasing({ deliveries });
  await release();
  const parties = (await acceptedIn(deps)).map((data) => data.parties);
  expect(parties.map((sealed) => sealed?.subjectId)).toEqual(['fiscal:u1']);
  const opened = parties[0] === undefined ? null : await deps.vault.open(parties[0]);
  expect(JSON.parse(opened ?? 'null')).toEqual({ taxId: PAYER });
});
