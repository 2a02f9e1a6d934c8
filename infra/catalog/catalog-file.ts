import { z } from 'zod';
import { SIMULATED_NETWORK } from '../../aggregates/chain';
import { canonicalAddress, REAL_FAMILIES } from '../chains/families';
import { type ConfigurationFile, readJsonFile, refuseFile } from './json-file';
import { repeated } from './networks';

const text = z.string().max(1_000);

const chainShape = z.strictObject({
  name: text,
  family: z.enum(REAL_FAMILIES),
  chainId: z.int().positive().optional(),
  native: text,
  memo: text,
  finality: text,
  memoMax: z.int().positive().optional(),
  addressRegex: text,
  trustlineNeeded: z.boolean().optional(),
  note: text.optional(),
});

const assetShape = z.strictObject({
  assetId: z.int().positive().max(2_147_483_647),
  catalogKey: text,
  chain: text,
  symbol: z.string().min(1).max(32),
  standard: z.enum(['native', 'erc20', 'bep20', 'spl', 'spl-2022', 'trc20', 'stellar-asset', 'xrpl-issued']),
  address: text.nullable(),
  /** The same address in Tron's hexadecimal notation. */
  addressHex: text.optional(),
  code: text.optional(),
  currencyHex: text.optional(),
  issuer: text.optional(),
  testnetIssuer: text.optional(),
  /** Null: unknown, so the asset is never offered. */
  decimals: z.int().min(0).max(38).nullable(),
  cashIn: z.boolean(),
  cashOut: z.boolean(),
  /** Present when a unit is worth one real by definition. */
  pegBRL: z.literal('1.00').optional(),
  priceAs: z.string().min(1).max(32).optional(),
  peggedDefault: z.boolean().optional(),
  category: text.optional(),
  coingeckoId: text.optional(),
  issuerName: text.optional(),
  minConfirmations: z.int().positive().nullish(),
  recommendedEnable: z.boolean().optional(),
  inUniswapList: z.boolean().optional(),
  source: text.optional(),
  addressCheck: text.nullish(),
  note: text.optional(),
  decimalsNote: text.optional(),
  disabledReason: text.optional(),
});

const fileShape = z.strictObject({
  generatedAt: z.union([z.iso.date(), z.iso.datetime()]),
  warning: text.optional(),
  recommendedPegged: text.optional(),
  assetIdNote: text.optional(),
  chains: z.record(z.string(), chainShape),
  assets: z.array(assetShape).max(10_000),
  priceReferenceContracts: z.record(z.string(), text).optional(),
});

export type CatalogFile = z.infer<typeof fileShape>;
export type AssetEntry = CatalogFile['assets'][number];

/** The asset's identity on its chain: contract, mint, or code and issuer; null for the native coin. */
export const contractOf = ({ standard, address, code, currencyHex, issuer }: AssetEntry): string | null => {
  if (standard === 'native') return null;
  return address ?? `${code ?? currencyHex ?? ''}:${issuer ?? ''}`;
};

const CONTRACT_IS_ISSUED = /^[0-9A-Za-z]{1,40}:./;

const objectionTo = (entry: AssetEntry, chains: CatalogFile['chains']): string | null => {
  const chain = chains[entry.chain];
  if (chain === undefined) return `${entry.chain} is not one of the chains`;
  if (entry.catalogKey !== `${entry.chain}:${entry.symbol}`) return 'catalogKey is not chain:symbol';
  if ((entry.cashIn || entry.cashOut) && entry.decimals === null) return 'an asset without decimals cannot be offered';
  const contract = contractOf(entry);
  if (contract === null) return entry.address === null ? null : 'a native coin has no address';
  if (entry.address === null)
    return CONTRACT_IS_ISSUED.test(contract) ? null : 'address, or code and issuer, is missing';
  return canonicalAddress(chain.family, contract) === null ? `${contract} is not a ${chain.family} address` : null;
};

const check = (file: ConfigurationFile, { assets, chains }: CatalogFile): void => {
  if (Object.hasOwn(chains, SIMULATED_NETWORK))
    throw refuseFile(file, `chains.${SIMULATED_NETWORK}: the simulated network of the sandbox is missing in the file`);
  for (const entry of assets) {
    const objection = objectionTo(entry, chains);
    if (objection !== null) throw refuseFile(file, `asset ${entry.assetId} (${entry.catalogKey}): ${objection}`);
  }
  const ids = repeated(assets.map(({ assetId }) => assetId));
  const keys = repeated(assets.map(({ catalogKey }) => catalogKey));
  const contracts = repeated(assets.map((entry) => `${entry.chain}:${contractOf(entry) ?? 'native'}`.toLowerCase()));
  const twice = ids ?? keys ?? contracts;
  if (twice !== null) throw refuseFile(file, `${twice} is listed twice`);
};

/** Throws an operator's message that names the file and the key. */
export const readCatalogFile = (path: string): CatalogFile => {
  const file = { variable: 'CATALOG_FILE', path };
  const content = readJsonFile(file, fileShape);
  check(file, content);
  return content;
};
