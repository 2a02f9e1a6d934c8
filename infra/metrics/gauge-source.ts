export interface GaugeFamily {
  readonly help: string;
  readonly labels: readonly string[];
  /** `counter` for a counter kept by another process; otherwise a gauge. */
  readonly kind?: 'counter';
}

export interface Sample {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A new source is a file here and a line in `src/bin/health/gauge-sources.ts`. Label values must be bounded. */
export interface GaugeSource {
  readonly name: string;
  readonly families: { readonly [name: string]: GaugeFamily };
  /** A bounded query. May reject or exceed the scrape's timeout. */
  readonly read: () => Promise<readonly Sample[]>;
}

/** A sample per label value, 0 if there is no row, so that no series disappears. */
export const counted = (
  name: string,
  label: string,
  values: readonly string[],
  found: ReadonlyMap<string, number>,
): readonly Sample[] => values.map((value) => ({ name, labels: { [label]: value }, value: found.get(value) ?? 0 }));
