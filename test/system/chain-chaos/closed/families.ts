import { openSolana } from './solana';
import { openStellar } from './stellar';
import { openTron } from './tron';
import { openXrpl } from './xrpl';

/** How the chain of each family is opened. */
export const CLOSED_FAMILIES = { solana: openSolana, stellar: openStellar, tron: openTron, xrpl: openXrpl } as const;

export type ClosedFamily = keyof typeof CLOSED_FAMILIES;
