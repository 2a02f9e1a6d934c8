/** A metric whose values are read when somebody asks for them. */
export interface GaugeFamily {
  readonly help: string;
  readonly labels: readonly string[];
  /** A counter that another process keeps; a gauge when absent. */
  readonly kind?: 'counter';
}

export interface Sample {
  /** One of the source's families. */
  readonly name: string;
  /** All labels of the family, by name. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/**
 * Where gauges come from. A new one is a file in `sources/` and a line in `src/bin/gauge-sources.ts`. What a label can say
 * must be bounded by configuration or by our own words: never a partner, a user, a wallet or a stream.
 */
export interface GaugeSource {
  /** As `lastro_scrape_errors_total` names it. */
  readonly name: string;
  readonly families: { readonly [name: string]: GaugeFamily };
  /** One bounded question. May reject, and may take longer than anybody waits. */
  readonly read: () => Promise<readonly Sample[]>;
}

/** A sample for each value of a label, 0 where nothing was found: a series that comes and goes is no series. */
export const counted = (
  name: string,
  label: string,
  values: readonly string[],
  found: ReadonlyMap<string, number>,
): readonly Sample[] => values.map((value) => ({ name, labels: { [label]: value }, value: found.get(value) ?? 0 }));
