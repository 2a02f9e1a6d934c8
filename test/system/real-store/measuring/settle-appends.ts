/** An append of one event that was acknowledged. */
export interface AcknowledgedAppend {
  readonly stream: string;
  readonly id: string;
  readonly revision: number;
  /** As text: a position of the log. */
  readonly position: string;
}

/** An event as the log has it in the end. */
export type StoredAppend = AcknowledgedAppend;

export interface SettledAppends {
  readonly lost: number;
  readonly doubled: number;
  /** There, but at another revision or position than was told. */
  readonly moved: number;
}

/** What became of acknowledged appends, held against everything that stands in their streams. */
export const settleAppends = (
  acknowledged: readonly AcknowledgedAppend[],
  stored: readonly StoredAppend[],
): SettledAppends => {
  const byId = new Map<string, StoredAppend[]>();
  for (const event of stored) byId.set(event.id, [...(byId.get(event.id) ?? []), event]);
  const isAsTold = (told: AcknowledgedAppend): boolean =>
    (byId.get(told.id) ?? []).some(
      ({ stream, revision, position }) =>
        stream === told.stream && revision === told.revision && position === told.position,
    );
  const found = acknowledged.filter(({ id }) => byId.has(id));
  return {
    lost: acknowledged.length - found.length,
    doubled: [...byId.values()].filter((events) => events.length > 1).length,
    moved: found.filter((told) => !isAsTold(told)).length,
  };
};
