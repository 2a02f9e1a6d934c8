import type { LoginNetwork } from '../../commands/wallet-login/wallet-login';

/** A network of each family, and a second EVM network. */
export const LOGIN_NETWORKS: readonly LoginNetwork[] = [
  { name: 'ethereum', family: 'evm', chainId: 1 },
  { name: 'polygon', family: 'evm', chainId: 137 },
  { name: 'solana', family: 'solana', chainId: null },
  { name: 'stellar', family: 'stellar', chainId: null },
  { name: 'tron', family: 'tron', chainId: null },
  { name: 'xrpl', family: 'xrpl', chainId: null },
];
