/** The body as an object of JSON; null for anything else. Numbers and repeated names are as the provider likes them. */
export const jsonObjectIn = (body: Uint8Array): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
};

/** An own field that is text; empty otherwise. */
export const textIn = (object: Readonly<Record<string, unknown>>, field: string): string => {
  const value = Object.hasOwn(object, field) ? object[field] : undefined;
  return typeof value === 'string' ? value : '';
};
