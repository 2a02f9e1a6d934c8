export interface Ids {
  readonly uuid: () => string;
  readonly hex: (bytes: number) => string;
}
