import { createHash } from 'node:crypto';
import {
  Asset,
  extractBaseAddress,
  FeeBumpTransaction,
  Keypair,
  MuxedAccount,
  type Operation,
  StrKey,
  scValToNative,
  type Transaction,
  TransactionBuilder,
} from '@stellar/stellar-sdk';

type Json = Readonly<Record<string, unknown>>;

export interface StoredOperation {
  readonly id: bigint;
  /** Horizon's record. */
  readonly record: Json;
  readonly accounts: readonly string[];
  /** True when `payments` lists it. */
  readonly isPayment: boolean;
  readonly effects: readonly Json[];
}

export interface StoredTransaction {
  readonly height: bigint;
  readonly hashes: readonly string[];
  readonly isSuccessful: boolean;
  /** Horizon's record, as asked for by one of the hashes. */
  readonly recordFor: (hash: string) => Json;
  readonly operations: readonly StoredOperation[];
}

export interface StoredAccount {
  balance: string;
  readonly trustlines: readonly Asset[];
  /** Trustlines that the issuer has not authorized. */
  readonly frozen: readonly Asset[];
  readonly data: Readonly<Record<string, string>>;
}

export interface Ledger {
  readonly passphrase: string;
  readonly assets: readonly Asset[];
  readonly accounts: Map<string, StoredAccount>;
  readonly transactions: StoredTransaction[];
  height: bigint;
  /** The first ledger of the history. */
  elder: bigint;
  protocolVersion: number;
  readonly fund: (address: string, given?: Partial<StoredAccount>) => void;
  readonly timeAt: (height: bigint) => string;
  readonly hashAt: (height: bigint) => string;
  /** Closes a ledger with these transactions; answers the hash of the last one. Throws on a missing signature. */
  readonly close: (envelopes?: readonly string[], isSuccessful?: boolean) => string;
}

interface Placed {
  readonly id: bigint;
  readonly source: string;
  readonly hash: string;
  readonly isSuccessful: boolean;
}

const FIRST_HEIGHT = 1_000n;
const LEDGER_MS = 5_000;

const assetFields = (asset: Asset): Json =>
  asset.isNative()
    ? { asset_type: 'native' }
    : { asset_type: asset.getAssetType(), asset_code: asset.getCode(), asset_issuer: asset.getIssuer() };

const prefixed = (prefix: string, fields: Json): Json =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${prefix}${name}`, value]));

/** `to` is G..., and the muxed form stands beside it. */
const account = (name: string, address: string): Json => {
  if (!StrKey.isValidMed25519PublicKey(address)) return { [name]: address };
  const id = MuxedAccount.fromAddress(address, '0').id();
  return { [name]: extractBaseAddress(address), [`${name}_muxed`]: address, [`${name}_muxed_id`]: id };
};

interface Effect {
  readonly fields: Json;
  readonly effects?: readonly Json[];
}

const parties = (source: string, destination: string): Json => ({
  ...{ ...account('from', source), ...account('to', destination) },
});

type PathPayment = Operation.PathPaymentStrictSend | Operation.PathPaymentStrictReceive;

const pathEffect = (operation: PathPayment, source: string): Effect => {
  const { type, destination, sendAsset, destAsset } = operation;
  const isSend = type === 'pathPaymentStrictSend';
  const sent = {
    ...prefixed('source_', assetFields(sendAsset)),
    source_amount: isSend ? operation.sendAmount : operation.sendMax,
  };
  const amount = isSend ? operation.destMin : operation.destAmount;
  return { fields: { ...parties(source, destination), ...assetFields(destAsset), amount, ...sent, path: [] } };
};

const mergeEffect = ({ destination }: Operation.AccountMerge, source: string, { accounts }: Ledger): Effect => {
  const into = extractBaseAddress(destination);
  const amount = accounts.get(extractBaseAddress(source))?.balance;
  const effects = [
    { type: 'account_debited', account: source, asset_type: 'native', amount },
    { type: 'account_credited', account: into, asset_type: 'native', amount },
    { type: 'account_removed', account: source },
  ];
  return { fields: { ...account('account', source), ...account('into', into) }, effects };
};

/** The effect of a transfer by an asset's own contract. */
const contractEffect = ({ func }: Operation.InvokeHostFunction, { assets, passphrase }: Ledger): Effect => {
  const call = func.invokeContract();
  const [from, to, amount] = call.args().map((value): unknown => scValToNative(value));
  const contract = StrKey.encodeContract(Buffer.from(call.contractAddress().contractId() as unknown as Buffer));
  const asset = assets.find((one) => one.contractId(passphrase) === contract)!;
  const digits = String(amount).padStart(8, '0');
  const change = { type: 'transfer', from, to, amount: `${digits.slice(0, -7)}.${digits.slice(-7)}` };
  return { fields: { asset_balance_changes: [{ ...assetFields(asset), ...change }] } };
};

/** The fields of an operation; null: `payments` does not list it. */
const effectOf = (operation: Operation, source: string, ledger: Ledger): Effect | null => {
  if (operation.type === 'payment') {
    const { destination, asset, amount } = operation;
    return { fields: { ...parties(source, destination), ...assetFields(asset), amount } };
  }
  if (operation.type === 'createAccount') {
    const { destination, startingBalance } = operation;
    return { fields: { ...account('funder', source), account: destination, starting_balance: startingBalance } };
  }
  if (operation.type === 'pathPaymentStrictSend') return pathEffect(operation, source);
  if (operation.type === 'pathPaymentStrictReceive') return pathEffect(operation, source);
  if (operation.type === 'accountMerge') return mergeEffect(operation, source, ledger);
  return operation.type === 'invokeHostFunction' ? contractEffect(operation, ledger) : null;
};

const typeOf = ({ type }: Operation): string => type.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const accountsIn = (fields: Json): readonly string[] => {
  const changes = (fields['asset_balance_changes'] ?? []) as readonly Json[];
  return [fields, ...changes].flatMap(({ from, to, account: of, into, funder }) =>
    [from, to, of, into, funder].filter((one) => typeof one === 'string'),
  );
};

const mustBeSigned = (sent: Transaction | FeeBumpTransaction, sources: readonly string[]): void => {
  const isSigned = (source: string): boolean =>
    sent.signatures.some((one) => Keypair.fromPublicKey(source).verify(sent.hash(), one.signature()));
  if (!sources.every(isSigned)) throw new Error('tx_bad_auth');
};

const memoFields = ({ memo }: Transaction): Json => {
  const { type, value } = memo;
  if (value === null || value === undefined) return { memo_type: type };
  return { memo_type: type, memo: value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value };
};

const listedOf = (operation: Operation, placed: Placed, ledger: Ledger): StoredOperation => {
  const { id, source, hash, isSuccessful } = placed;
  const effect = effectOf(operation, source, ledger);
  const { fields, effects = [] } = effect ?? { fields: {} };
  const base = {
    ...{ _links: { transaction: { href: `/transactions/${hash}` } }, id: id.toString(), paging_token: id.toString() },
    ...{ transaction_successful: isSuccessful, ...account('source_account', source), type: typeOf(operation) },
    ...{ created_at: ledger.timeAt(id >> 32n), transaction_hash: hash },
  };
  return { id, isPayment: effect !== null, effects, record: { ...base, ...fields }, accounts: accountsIn(fields) };
};

const storedOf = (envelope: string, order: number, isSuccessful: boolean, ledger: Ledger): StoredTransaction => {
  const sent = TransactionBuilder.fromXDR(envelope, ledger.passphrase);
  const inner = sent instanceof FeeBumpTransaction ? sent.innerTransaction : sent;
  const sources = [inner.source, ...inner.operations.flatMap(({ source }) => source ?? [])];
  mustBeSigned(inner, sources.map(extractBaseAddress));
  if (sent instanceof FeeBumpTransaction) mustBeSigned(sent, [extractBaseAddress(sent.feeSource)]);
  const { height } = ledger;
  const [hash, innerHash] = [sent.hash().toString('hex'), inner.hash().toString('hex')];
  const bump = { fee_bump_transaction: { hash }, inner_transaction: { hash: innerHash } };
  const facts = {
    ...{ ledger: Number(height), created_at: ledger.timeAt(height), successful: isSuccessful },
    ...{ ...account('source_account', inner.source), operation_count: inner.operations.length },
    ...{ envelope_xdr: envelope, ...memoFields(inner), ...(sent === inner ? {} : bump) },
  };
  return {
    ...{ height, isSuccessful, hashes: [hash, innerHash] },
    recordFor: (asked) => ({ _links: { self: { href: `/transactions/${asked}` } }, id: asked, hash: asked, ...facts }),
    operations: inner.operations.map((operation, index) => {
      const id = (height << 32n) | BigInt((order << 12) | (index + 1));
      return listedOf(operation, { id, source: operation.source ?? inner.source, hash, isSuccessful }, ledger);
    }),
  };
};

/** The chain of one Horizon, in memory: it executes nothing, and records what each operation would do. */
export const createHorizonLedger = (
  passphrase: string,
  assets: readonly Asset[],
  clock: { readonly now: () => number; readonly advance: (ms: number) => void },
  ledgerMs = LEDGER_MS,
): Ledger => {
  const startMs = clock.now();
  const ledger: Ledger = {
    ...{ passphrase, assets, accounts: new Map(), transactions: [] },
    ...{ height: FIRST_HEIGHT, elder: 2n, protocolVersion: 23 },
    fund: (address, given = {}) => {
      ledger.accounts.set(address, { balance: '100.0000000', trustlines: [], frozen: [], data: {}, ...given });
    },
    timeAt: (height) => {
      const ms = startMs + Number(height - FIRST_HEIGHT) * ledgerMs;
      return new Date(ms).toISOString().replace('.000Z', 'Z');
    },
    hashAt: (height) => createHash('sha256').update(`${passphrase} ${height}`).digest('hex'),
    close: (envelopes = [], isSuccessful = true) => {
      clock.advance(ledgerMs);
      ledger.height += 1n;
      const closed = envelopes.map((envelope, index) => storedOf(envelope, index + 1, isSuccessful, ledger));
      ledger.transactions.push(...closed);
      return closed.at(-1)?.hashes[0] ?? '';
    },
  };
  return ledger;
};
