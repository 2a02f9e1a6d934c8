import { createHash } from 'node:crypto';
import { encodeBase58 } from '../../encodings/base58';

export const SLOT_MS = 400;
const SLOTS_TO_FINAL = 2;
const RECENT_SLOTS = 150;

export interface Block {
  readonly slot: number;
  readonly parentSlot: number;
  readonly blockhash: string;
  readonly previousBlockhash: string;
  readonly blockTimeSeconds: number;
  readonly blockHeight: number;
}

export interface SlotsOptions {
  readonly genesisHash: string;
  /** Time of slot 0, in seconds since 1970. */
  readonly startedAtSeconds: number;
}

export interface Slots {
  readonly genesisHash: string;
  readonly newestSlot: () => number;
  readonly finalSlot: () => number;
  readonly firstSlot: () => number;
  /** Null: the slot has no block, or is not final, or is pruned. */
  readonly block: (slot: number) => Block | null;
  readonly isRecent: (blockhash: string) => boolean;
  readonly forgetBefore: (slot: number) => void;
  /** Opens a slot. Answers the block that becomes final, or null. */
  readonly openSlot: (hasBlock: boolean) => Block | null;
}

/** Begins at slot 2, with slot 0 final. */
export const createSlots = ({ genesisHash, startedAtSeconds }: SlotsOptions): Slots => {
  /** The block height at each slot; a slot without a block has the height of the slot before. */
  const heights = [0, 1, 2];
  let [first, final] = [0, 0];

  const newestSlot = (): number => heights.length - 1;
  const hasBlock = (slot: number): boolean => heights[slot] !== heights[slot - 1];
  const hashOf = (slot: number): string => encodeBase58(createHash('sha256').update(`${genesisHash}:${slot}`).digest());
  const parentOf = (slot: number): number => {
    let parent = Math.max(slot - 1, 0);
    while (!hasBlock(parent)) parent -= 1;
    return parent;
  };
  const blockAt = (slot: number): Block => {
    const parentSlot = parentOf(slot);
    const [blockhash, previousBlockhash] = [hashOf(slot), hashOf(parentSlot)];
    const blockTimeSeconds = startedAtSeconds + Math.floor((slot * SLOT_MS) / 1_000);
    return { slot, parentSlot, blockhash, previousBlockhash, blockTimeSeconds, blockHeight: heights[slot] ?? 0 };
  };
  const openSlot = (withBlock: boolean): Block | null => {
    heights.push((heights.at(-1) ?? 0) + (withBlock ? 1 : 0));
    const slot = newestSlot() - SLOTS_TO_FINAL;
    if (!hasBlock(slot)) return null;
    final = slot;
    return blockAt(slot);
  };
  const isRecent = (blockhash: string): boolean =>
    Array.from({ length: RECENT_SLOTS }, (_, back) => newestSlot() - back).some(
      (slot) => slot >= 0 && hasBlock(slot) && hashOf(slot) === blockhash,
    );
  const forgetBefore = (slot: number): void => {
    first = slot;
  };
  const block = (slot: number) => (slot < first || slot > final || !hasBlock(slot) ? null : blockAt(slot));
  const [finalSlot, firstSlot] = [() => final, () => first];
  return { genesisHash, newestSlot, finalSlot, firstSlot, block, isRecent, forgetBefore, openSlot };
};
