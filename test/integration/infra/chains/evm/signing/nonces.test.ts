import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { createPostgresSignerBook } from '../../../../../../infra/chains/evm/signing/postgres-signer-book';
import type {
  Signed,
  SignerAccount,
  SignerBook,
  Version,
} from '../../../../../../infra/chains/evm/signing/signer-book';
import { migrate, migrationFile } from '../../../../../../infra/postgres/migrate';
import { createPool } from '../../../../../../infra/postgres/pool';
import { type TestDatabase, testDatabase } from '../../../../../stores/postgres';

let database: TestDatabase;
let pools: readonly Pool[];
let made: readonly SignerBook[];

beforeAll(async () => {
  database = await testDatabase();
  pools = [1, 2].map(() => createPool(database.url, pino({ level: 'silent' })));
  made = pools.map((pool) => createPostgresSignerBook(pool));
  await migrate(pools[0]!, [migrationFile('infra/chains/evm/signing/signer-book.sql', true)]);
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await database.drop();
});

const accountOf = (chainId = 137n) => ({ chainId, address: `0x${randomUUID().replaceAll('-', '').padEnd(40, '0')}` });
const signed = (place: Pick<Version, 'nonce' | 'version'>, txid = `0x0${place.nonce}`): Signed => ({
  ...{ ...place, purpose: 'ORDER', txid, to: '0xaa', value: 2n ** 200n, data: '0x' },
  ...{ gasLimit: 21_000n, highestFeePerGas: 2n, tipPerGas: 1n },
});
const claimed = async (
  book: SignerBook | undefined,
  account: SignerAccount,
  key: string,
  counts: { readonly atLeast: bigint; readonly lastKnown?: bigint },
): Promise<bigint | null> =>
  (await book!.claim(account, key, { lastKnown: undefined, ...counts, sign: (place) => signed(place) }))?.nonce ?? null;
/** Two processes. */
const books = () => made;

it('gives every key separate nonces, across processes, without a gap', async () => {
  const account = accountOf();
  const claims = Array.from({ length: 60 }, (_, index) =>
    claimed(books()[index % 2], account, `key-${index}`, { atLeast: 5n }),
  );
  const nonces = (await Promise.all(claims)).map(Number).sort((one, other) => one - other);
  expect(nonces).toEqual(Array.from({ length: 60 }, (_, index) => 5 + index));
});

it('gives a key the same nonce each time, even to many simultaneous requests', async () => {
  const account = accountOf();
  const [one, other] = books();
  const nonces = await Promise.all(Array.from({ length: 20 }, () => claimed(one, account, 'same', { atLeast: 0n })));
  expect(new Set(nonces)).toEqual(new Set([0n]));
  await claimed(other, account, 'later', { atLeast: 0n });
  expect(await claimed(other, account, 'same', { atLeast: 900n })).toBe(0n);
});

it('continues after the nonce of the chain, and separates chains and signers', async () => {
  const [book] = books();
  const account = accountOf();
  expect(await claimed(book, account, 'a', { atLeast: 3n })).toBe(3n);
  expect(await claimed(book, account, 'b', { atLeast: 9n })).toBe(9n);
  expect(await claimed(book, account, 'c', { atLeast: 4n })).toBe(10n);
  expect(await claimed(book, { ...account, chainId: 1n }, 'a', { atLeast: 0n })).toBe(0n);
  expect(await claimed(book, accountOf(), 'a', { atLeast: 0n })).toBe(0n);
});

it('gives no new nonce to a caller who does not know the last one', async () => {
  const [one, other] = books();
  const account = accountOf();
  expect(await claimed(one, account, 'a', { atLeast: 0n, lastKnown: -1n })).toBe(0n);
  expect(await claimed(other, account, 'b', { atLeast: 0n, lastKnown: -1n })).toBeNull();
  expect(await claimed(other, account, 'a', { atLeast: 0n, lastKnown: -1n })).toBe(0n);
  expect(await claimed(other, account, 'b', { atLeast: 0n, lastKnown: 0n })).toBe(1n);
  // The chain counts one that the book has never known.
  expect(await claimed(one, account, 'c', { atLeast: 7n, lastKnown: 6n })).toBe(7n);
});

it('gives the next nonce to one of many simultaneous callers, across processes', async () => {
  const account = accountOf();
  const claims = Array.from({ length: 20 }, (_, index) =>
    claimed(books()[index % 2], account, `key-${index}`, { atLeast: 0n, lastKnown: -1n }),
  );
  expect((await Promise.all(claims)).filter((nonce) => nonce !== null)).toEqual([0n]);
});

it('keeps the first signed bytes as a version, with the time of the sending', async () => {
  const [one, other] = books();
  const account = accountOf();
  const nonce = (await claimed(one, account, 'a', { atLeast: 0n }))!;
  const version = signed({ nonce, version: 0 });
  await other!.keep(account, { ...version, txid: '0x02', highestFeePerGas: 3n });
  expect(await other!.versions(account, 'a')).toEqual([{ ...version, sentAtMs: null }]);
  await one!.markSent(account, version.txid);
  const [{ sentAtMs } = { sentAtMs: null }] = await one!.versions(account, 'a');
  expect(sentAtMs).not.toBeNull();
  await one!.markSent(account, version.txid);
  expect((await one!.versions(account, 'a'))[0]?.sentAtMs).toBe(sentAtMs);
  expect(await one!.open(account, 0n, 10)).toMatchObject([{ nonce, key: 'a', versions: [{ txid: version.txid }] }]);
  expect(await one!.open(account, nonce + 1n, 10)).toEqual([]);
});

it('gives no nonce without an order, or when the order cannot be signed', async () => {
  const [one] = books();
  const account = accountOf();
  const failing = {
    atLeast: 0n,
    sign: () => {
      throw new Error('no key');
    },
  };
  await expect(one!.claim(account, 'a', failing)).rejects.toThrow('no key');
  expect(await one!.open(account, 0n, 10)).toEqual([]);
  await claimed(one, account, 'b', { atLeast: 0n });
  expect(await one!.open(account, 0n, 10)).toMatchObject([{ nonce: 0n, key: 'b', versions: [{ version: 0 }] }]);
});
