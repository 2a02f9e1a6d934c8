import type { LoginNetwork } from '../../commands/wallet-login/wallet-login';

/** One network of each family, and a second one of EVM. */
export const LOGIN_NETWORKS: readonly LoginNetwork[] = [
  { name: 'ethereum', family: 'evm', chainId: 1 },
  { name: 'polygon', family: 'evm', chainId: 137 },
  { name: 'solana', family: 'solana', chainId: null },
  { name: 'stellar', family: 'stellar', chainId: null },
  { name: 'tron', family: 'tron', chainId: null },
  { name: 'xrpl', family: 'xrpl', chainId: null },
];
