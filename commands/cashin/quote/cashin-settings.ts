export interface CashinSettings {
  /** Asset of a quote that names none; null: a quote must name its asset. */
  readonly defaultAssetId: number | null;
  /** Maximum slippage of a converting provider, below its estimate. */
  readonly slippageBasisPoints: number;
}
