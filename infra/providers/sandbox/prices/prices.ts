/** Base prices in BRL per whole unit; quotes have as many decimals as written here. */
export const SANDBOX_PRICES: ReadonlyMap<string, string> = new Map([
  ['BBRL', '1.0000'],
  ['BNB', '4650.00'],
  ['BRL1', '1.0000'],
  ['BRLA', '1.0000'],
  ['BRLS', '1.0000'],
  ['BRZ', '1.0000'],
  ['DAI', '5.3900'],
  ['ETH', '18500.00'],
  ['POL', '1.2500'],
  ['RLUSD', '5.4000'],
  ['SIMETH', '18500.00'],
  ['SIMUSD', '5.4000'],
  ['SOL', '980.00'],
  ['TRX', '1.6200'],
  ['USDC', '5.4000'],
  ['USDC.e', '5.3900'],
  ['USDT', '5.4000'],
  ['WBTC', '570000.00'],
  ['XLM', '1.9500'],
  ['XRP', '13.2000'],
]);

/** Worth a real, and still: half a percent off would end every withdrawal. */
export const SANDBOX_PEGGED: ReadonlySet<string> = new Set(['BBRL', 'BRL1', 'BRLA', 'BRLS', 'BRZ']);

export const GUARDED: ReadonlyMap<string, string> = new Map([
  ['SBX_STALE', 'Every source is older than 60 s'],
  ['SBX_OUTLIER', 'The sources lie too far apart'],
]);
