import { FAMILIES, FAMILY_NAMES, type FamilyName } from '../../aggregates/families';
import { isRejection, type RejectionCode, rejection } from '../../aggregates/rejection';

export interface Explanation {
  /** CLOSED: its stream was lost, and an operator closed it. */
  readonly status: string;
  readonly because: string;
  /** A list of sentences; empty when no step can follow. */
  readonly movesWhen: readonly string[];
  /** Cause and start, as sentences; empty when the subject only waits for its turn. */
  readonly heldBy: readonly string[];
}

/** Refuses an unknown id with its family's code. */
export type Explain = (id: string) => Promise<Explanation>;

const UNKNOWN_CODES: readonly (readonly [FamilyName | 'USER', RejectionCode])[] = [
  ...FAMILY_NAMES.map((name) => [name, FAMILIES[name].unknownCode] as const),
  ['USER', 'USER_NOT_FOUND'],
];

/** Refuses NOT_FOUND. */
export const explain =
  (explainers: Readonly<Record<FamilyName | 'USER', Explain>>) =>
  async (id: string): Promise<Explanation> => {
    for (const [name, unknownCode] of UNKNOWN_CODES) {
      const explanation = await orNull(explainers[name](id), unknownCode);
      if (explanation !== null) return explanation;
    }
    throw rejection('NOT_FOUND', 'No such payment, session or user');
  };

const orNull = async (explained: Promise<Explanation>, unknownCode: RejectionCode): Promise<Explanation | null> => {
  try {
    return await explained;
  } catch (error) {
    if (isRejection(error) && error.rejection.code === unknownCode) return null;
    throw error;
  }
};
