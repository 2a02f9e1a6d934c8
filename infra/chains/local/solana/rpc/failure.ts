import type { Ledger } from '../ledger';

export interface RpcFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export const rpcFailure = (code: number, message: string, data?: unknown): Error & RpcFailure =>
  Object.assign(new Error(message), { code, ...(data === undefined ? {} : { data }) });

export const isRpcFailure = (error: unknown): error is Error & RpcFailure => error instanceof Error && 'code' in error;

export const invalidParam = (detail: string): Error => rpcFailure(-32_602, `Invalid param: ${detail}`);

/** A validator reads older slots from its archive. */
const SLOTS_AT_HAND = 150;

/** Throws as a validator does for a slot whose block it lacks. */
export const noBlock = (ledger: Ledger, slot: number): Error => {
  const [first, final] = [ledger.firstSlot(), ledger.finalSlot()];
  if (slot > final) return rpcFailure(-32_004, `Block not available for slot ${slot}`);
  if (slot < first) {
    return rpcFailure(-32_001, `Block ${slot} cleaned up, does not exist on node. First available block: ${first}`);
  }
  return slot > final - SLOTS_AT_HAND
    ? rpcFailure(-32_007, `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`)
    : rpcFailure(-32_009, `Slot ${slot} was skipped, or missing in long-term storage`);
};

export const tooFarBehind = (contextSlot: number): Error =>
  rpcFailure(-32_016, 'Minimum context slot has not been reached', { contextSlot });

export const unknownVersion = (version: number): Error =>
  rpcFailure(
    -32_015,
    `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  );
