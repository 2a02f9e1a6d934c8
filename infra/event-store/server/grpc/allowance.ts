/** An amount that may be held at a time, perhaps within a larger one that counts it too. */
export interface Allowance {
  /** Takes all of it, or nothing and answers false. */
  readonly take: (amount: number) => boolean;
  readonly give: (amount: number) => void;
  readonly held: () => number;
}

export const createAllowance = (limit: number, within?: Allowance): Allowance => {
  let held = 0;
  return {
    take: (amount) => {
      if (held + amount > limit || within?.take(amount) === false) return false;
      held += amount;
      return true;
    },
    give: (amount) => {
      held -= amount;
      within?.give(amount);
    },
    held: () => held,
  };
};
