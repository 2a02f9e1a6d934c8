export interface CashinSettings {
  /** What is bought where a quote names no asset; null: it must name one. */
  readonly defaultAssetId: number | null;
  /** How far a provider that converts itself may stay below its estimate. */
  readonly slippageBasisPoints: number;
}
