import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import type { SignedOrder } from '../../../../../../commands/ports/chains/signed-orders';
import { orderKeyOf } from '../../../../../../infra/chains/evm/signing/order-key';
import { createPostgresSignedOrders } from '../../../../../../infra/chains/evm/signing/postgres-signed-orders';
import { createPostgresSignerBook } from '../../../../../../infra/chains/evm/signing/postgres-signer-book';
import type { SignerAccount } from '../../../../../../infra/chains/evm/signing/signer-book';
import { migrate, migrationFile } from '../../../../../../infra/postgres/migrate';
import { createPool } from '../../../../../../infra/postgres/pool';
import { type TestDatabase, testDatabase } from '../../../../../stores/postgres';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, pino({ level: 'silent' }));
  await migrate(pool, [migrationFile('infra/chains/evm/signing/signer-book.sql', true)]);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const accountOf = (chainId: bigint): SignerAccount => ({ chainId, address: `0x${randomBytes(20).toString('hex')}` });
const redemption = (): SignedOrder => ({ purpose: 'REDEMPTION', redemptionKey: randomUUID() });
const delivery = (partnerId = 'p1', deliveryId = randomUUID()): SignedOrder => ({
  ...{ purpose: 'DELIVERY', partnerId, deliveryId },
});
const hash = (): string => `0x${randomBytes(32).toString('hex')}`;

/** Signs for the order, and answers the transaction. */
const sign = async (account: SignerAccount, order: SignedOrder): Promise<string> => {
  const txid = hash();
  await createPostgresSignerBook(pool).claim(account, orderKeyOf(order), {
    atLeast: 0n,
    sign: (place) => ({
      ...{ ...place, purpose: 'ORDER', txid, to: '0xaa', value: 1n, data: '0x' },
      ...{ gasLimit: 21_000n, highestFeePerGas: 2n, tipPerGas: 1n },
    }),
  });
  return txid;
};
const abandonedOf = async (account: SignerAccount): Promise<readonly boolean[]> =>
  (await createPostgresSignerBook(pool).open(account, 0n, 50)).map(({ isAbandoned }) => isAbandoned);
const abandon = (order: SignedOrder, happened: string | null) =>
  createPostgresSignedOrders(pool).abandon(order, happened);

describe('an order that is abandoned', () => {
  test.each([
    ['a debit', redemption, null],
    ['a delivery', delivery, null],
    ['one that another transaction made', redemption, hash()],
    ['one that was made by what is no hash', delivery, 'ABC'],
  ])('is marked alone in the book, once and permanently: %s', async (_what, made, happened) => {
    const account = accountOf(137n);
    const [order, other] = [made(), made()];
    await sign(account, other);
    await sign(account, order);
    expect(await abandonedOf(account)).toEqual([false, false]);
    await abandon(order, happened);
    await abandon(order, happened);
    expect(await abandonedOf(account)).toEqual([false, true]);
  });

  it('is marked at every signer that signed it, even when the key is no longer configured', async () => {
    const order = redemption();
    const accounts = [accountOf(137n), accountOf(8453n)];
    for (const account of accounts) await sign(account, order);
    await abandon(order, null);
    expect(await Promise.all(accounts.map(abandonedOf))).toEqual([[true], [true]]);
  });

  it('belongs to its partner and its purpose', async () => {
    const account = accountOf(137n);
    const id = randomUUID();
    await sign(account, delivery('p1', id));
    await abandon(delivery('p2', id), null);
    await abandon({ purpose: 'REDEMPTION', redemptionKey: id }, null);
    expect(await abandonedOf(account)).toEqual([false]);
  });

  it.each<[string, (txid: string) => string]>([
    ['as it is', (txid) => txid],
    ['in capitals', (txid) => txid.toUpperCase().replace('0X', '0x')],
    ['without what it begins with', (txid) => txid.slice(2)],
  ])('is refused when its own transaction made the payment, %s', async (_what, told) => {
    const account = accountOf(137n);
    const order = redemption();
    const txid = await sign(account, order);
    await abandon(order, told(txid));
    expect(await abandonedOf(account)).toEqual([false]);
  });

  it('is refused without a signature', async () => {
    await expect(abandon(redemption(), null)).resolves.toBeUndefined();
  });
});
