import type { Arrivals } from '../closed/watch';
import type { FoundMovement } from '../found-movements';
import { SYSTEM_PROGRAM, TOKEN_PROGRAMS, WRAPPED_SOL } from './protocol/programs';
import type { CoinChange, Effects, Instruction, TokenChange } from './reading/effects';
import type { SolanaWatch } from './watch';

export const OTHERWISE = 'the amount that arrived is not the sum of the transfers at the top level of the transaction';
export const COIN_TO_TOKEN_ACCOUNT = 'the coin arrived on a token account of the wallet';
export const OTHER_ACCOUNT = 'the amount arrived on another token account of the wallet than the associated one';

interface Transfer {
  readonly to: string;
  readonly amount: bigint;
}

const amountAt = (data: Uint8Array, offset: number): bigint => Buffer.from(data).readBigUInt64LE(offset);

const SYSTEM_TRANSFER = 2;
const SYSTEM_TRANSFER_BYTES = 12;

const coinTransferOf = ({ program, accounts, data }: Instruction): Transfer | null => {
  const [, to] = accounts;
  if (program !== SYSTEM_PROGRAM || to === undefined || data.length < SYSTEM_TRANSFER_BYTES) return null;
  return Buffer.from(data).readUInt32LE(0) === SYSTEM_TRANSFER ? { to, amount: amountAt(data, 4) } : null;
};

/** Kind of instruction to the place of the credited account. */
const TOKEN_TRANSFERS: Readonly<Record<number, number>> = { 3: 1, 12: 2 };
const TOKEN_TRANSFER_BYTES = 9;

const tokenTransferOf = ({ program, accounts, data }: Instruction): Transfer | null => {
  const to = accounts[TOKEN_TRANSFERS[data[0] ?? 0] ?? -1];
  if (!TOKEN_PROGRAMS.includes(program) || to === undefined || data.length < TOKEN_TRANSFER_BYTES) return null;
  return { to, amount: amountAt(data, 1) };
};

const sumTo = (account: string, transfers: readonly (Transfer | null)[]): bigint =>
  transfers.reduce((sum, one) => (one?.to === account ? sum + one.amount : sum), 0n);

const gainOf = ({ before, after }: CoinChange): bigint => after - before;

/** The only wallet that lost; the fee payer when none or several lost. */
const loserOf = (changes: readonly { readonly owner: string; readonly gain: bigint }[], feePayer: string): string => {
  const gains = new Map<string, bigint>();
  for (const { owner, gain } of changes) gains.set(owner, (gains.get(owner) ?? 0n) + gain);
  const losers = [...gains].filter(([, gain]) => gain < 0n).map(([owner]) => owner);
  const [loser = feePayer] = losers;
  return losers.length === 1 ? loser : feePayer;
};

/** A token account's lamports are its owner's; the fee is no payment. */
const coinSenderOf = ({ coins, tokens, feePayer, feeLamports }: Effects): string => {
  const owners = new Map(tokens.map(({ account, owner }) => [account, owner]));
  const changes = coins.map((coin) => ({
    owner: owners.get(coin.account) ?? coin.account,
    gain: gainOf(coin) + (coin.account === feePayer ? feeLamports : 0n),
  }));
  return loserOf(changes, feePayer);
};

/** Lamports on a token account, except the rent that opens it and wrapped SOL, which is reported as tokens. */
const isGift = ({ account, before }: CoinChange, { tokens }: Effects): boolean => {
  const held = tokens.find((token) => token.account === account);
  return held === undefined || (before > 0n && held.mint !== WRAPPED_SOL);
};

type SolanaArrivals = Arrivals & Pick<SolanaWatch, 'tokenAccounts'>;

const coinMovement = (coin: CoinChange, effects: Effects, watch: SolanaArrivals): FoundMovement | null => {
  const { account } = coin;
  const holder = watch.tokenAccounts.get(account);
  const isWallet = watch.receivers.includes(account);
  const amount = gainOf(coin);
  if (watch.native === null || amount <= 0n || !(isWallet || (holder !== undefined && isGift(coin, effects)))) {
    return null;
  }
  const isDirect = sumTo(account, effects.instructions.map(coinTransferOf)) === amount;
  return {
    ...{ assetId: watch.native.assetId, contract: null, amount, sender: coinSenderOf(effects) },
    // Tokens may arrive on the same account in the same transaction.
    position: isWallet ? account : `${account}.lamports`,
    receiver: holder?.receiver ?? account,
    unsupported: isWallet ? (isDirect ? null : OTHERWISE) : COIN_TO_TOKEN_ACCOUNT,
  };
};

const unsupportedToken = ({ account, before, after }: TokenChange, effects: Effects, watch: SolanaArrivals) => {
  if (!watch.tokenAccounts.has(account)) return OTHER_ACCOUNT;
  return sumTo(account, effects.instructions.map(tokenTransferOf)) === after - before ? null : OTHERWISE;
};

const tokenMovement = (token: TokenChange, effects: Effects, watch: SolanaArrivals): FoundMovement | null => {
  const { account: position, mint: contract, owner: receiver } = token;
  const amount = gainOf(token);
  if (amount <= 0n || !watch.receivers.includes(receiver)) return null;
  const assetId = watch.assets.get(contract)?.assetId ?? null;
  const holders = effects.tokens.filter(({ mint }) => mint === contract);
  const sender = loserOf(
    holders.map((one) => ({ owner: one.owner, gain: gainOf(one) })),
    effects.feePayer,
  );
  const unsupported = assetId === null ? null : unsupportedToken(token, effects, watch);
  return { position, assetId, contract, amount, sender, receiver, unsupported };
};

/** The movements to us in a transaction that succeeded: net gains of our accounts. */
export const foundIn = (effects: Effects, watch: SolanaArrivals): readonly FoundMovement[] =>
  [
    ...effects.coins.map((coin) => coinMovement(coin, effects, watch)),
    ...effects.tokens.map((token) => tokenMovement(token, effects, watch)),
  ].filter((movement) => movement !== null);
