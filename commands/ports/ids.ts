export interface Ids {
  /** A random UUID. */
  readonly uuid: () => string;
  /** `bytes` random bytes as hex. */
  readonly hex: (bytes: number) => string;
}
