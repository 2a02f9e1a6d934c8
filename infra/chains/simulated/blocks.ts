import { createHash } from 'node:crypto';
import type { ChainHead } from '../../../commands/ports/chains/chain-reader';

/** A block a second: the content of a height may change, the heights never do. */
export const BLOCK_MS = 1_000;

/** Milliseconds since 1970. */
export const heightAt = (ms: number): bigint => BigInt(Math.floor(ms / BLOCK_MS));

export const timeOf = (height: bigint): string => new Date(Number(height) * BLOCK_MS).toISOString();

export const heightAfter = (iso: string): bigint => heightAt(Date.parse(iso)) + 1n;

/** Ids of blocks and transactions have the form of the EVM's. */
export const digestOf = (text: string): string => `0x${createHash('sha256').update(text).digest('hex')}`;

/** From the height alone, so that every process at any time knows the same block by the same hash. */
export const hashOf = (height: bigint): string => digestOf(`block\n${height}`);

export const headOf = (height: bigint): ChainHead => ({ height, hash: hashOf(height), time: timeOf(height) });

/** Blocks until a transaction found by its id is final; 0 is possible, because its row is written once. */
export const settleDepth = (settleMs: number): bigint => BigInt(Math.ceil(settleMs / BLOCK_MS));

/** At least one: a process with a late clock never writes to closed history, which is read again. */
export const finalDepth = (settleMs: number): bigint => settleDepth(Math.max(BLOCK_MS, settleMs));
