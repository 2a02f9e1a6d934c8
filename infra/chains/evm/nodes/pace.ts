/** Does a piece of work on at most as many blocks as it is told. */
export type Pace = <Answer>(work: (mostBlocks: bigint) => Promise<Answer>) => Promise<Answer>;

/**
 * How many blocks to read at once: never more than `mostBlocks`, half as many after each failure, one more after each
 * success. A node that limits its callers, or is slow, would otherwise refuse the same range for ever.
 */
export const createPace = (mostBlocks: bigint): Pace => {
  let blocks = mostBlocks;
  return async (work) => {
    const tried = blocks;
    try {
      const answer = await work(tried);
      blocks = tried < mostBlocks ? tried + 1n : mostBlocks;
      return answer;
    } catch (error) {
      blocks = tried > 1n ? tried / 2n : 1n;
      throw error;
    }
  };
};
