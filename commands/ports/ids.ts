export interface Ids {
  readonly uuid: () => string;
  /** `bytes` random bytes as hex. */
  readonly hex: (bytes: number) => string;
}
