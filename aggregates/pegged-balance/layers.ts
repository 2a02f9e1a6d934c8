/**
 * A map that only grows, in layers of which each is larger than the one before: an entry is copied as often as there
 * are layers, not once for every later entry. What was known before stays as it was.
 */
export type Layers<Value> = readonly ReadonlyMap<string, Value>[];

/** The key must be new. */
export const withEntry = <Value>(layers: Layers<Value>, key: string, value: Value): Layers<Value> =>
  withLayer(layers, new Map([[key, value]]));

const withLayer = <Value>(layers: Layers<Value>, layer: ReadonlyMap<string, Value>): Layers<Value> => {
  const [smallest, ...larger] = layers;
  if (smallest === undefined || smallest.size > layer.size) return [layer, ...layers];
  return withLayer(larger, new Map([...smallest, ...layer]));
};

export const entryOf = <Value>(layers: Layers<Value>, key: string): Value | undefined =>
  layers.find((layer) => layer.has(key))?.get(key);
