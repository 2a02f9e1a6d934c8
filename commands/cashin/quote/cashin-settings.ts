export interface CashinSettings {
  /** Asset of a quote that names none; null: a quote must name one. */
  readonly defaultAssetId: number | null;
  /** Maximum slippage of a provider that converts, below its estimate. */
  readonly slippageBasisPoints: number;
}
