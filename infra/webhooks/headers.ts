export type Headers = Readonly<Record<string, string>>;

/** Header name to problem; empty when all are valid. */
export type HeaderProblems = Readonly<Record<string, string>>;

const MAXIMUM_HEADERS = 20;
const MAXIMUM_VALUE_BYTES = 4096;
const MAXIMUM_TOTAL_BYTES = 8192;
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/;
const VALUE = /^[\t\x20-\x7e]*$/;

const FORBIDDEN_NAMES = new Set([
  'host',
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'trailers',
  'transfer-encoding',
  'upgrade',
  'expect',
  'user-agent',
  'date',
  'cookie',
  'forwarded',
  'via',
  'accept-encoding',
]);

const FORBIDDEN_PREFIXES = [
  'proxy-',
  'content-',
  'x-app-',
  'webhook-',
  'x-forwarded-',
  'x-amz-',
  'x-goog-',
  'x-azure-',
  'x-ms-',
];

/** At registration. `prefix`: the instance's webhook header prefix. */
export const checkCustomHeaders = (headers: Headers, prefix: string): HeaderProblems => {
  const entries = Object.entries(headers);
  if (entries.length > MAXIMUM_HEADERS) return { headers: `at most ${MAXIMUM_HEADERS} headers` };
  const total = entries.reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0);
  if (total > MAXIMUM_TOTAL_BYTES) return { headers: `at most ${MAXIMUM_TOTAL_BYTES} bytes in all` };
  const names = entries.map(([name]) => normalised(name));
  return Object.fromEntries(
    entries.flatMap(([name, value], index) => {
      const isRepeated = names.indexOf(names[index] ?? '') !== index;
      const problem = isRepeated ? 'repeats another header' : problemWith(name, value, prefix);
      return problem === null ? [] : [[name, problem]];
    }),
  );
};

/** Platform headers override custom ones, in any spelling. */
export const underPlatformHeaders = (custom: Headers, platform: Headers): Headers => {
  const merged = new Map<string, string>();
  const taken = new Set(Object.keys(platform).map(normalised));
  for (const [name, value] of Object.entries(custom)) {
    if (!taken.has(normalised(name))) merged.set(name.toLowerCase(), value);
  }
  for (const [name, value] of Object.entries(platform)) merged.set(name, value);
  return Object.fromEntries(merged);
};

/** Many receivers cannot distinguish `X_App_Event` from `X-App-Event`. */
const normalised = (name: string): string => name.toLowerCase().replaceAll('_', '-');

const problemWith = (name: string, value: string, prefix: string): string | null => {
  if (!TOKEN.test(name)) return 'is not a valid header name';
  if (isForbidden(normalised(name), prefix)) return 'may not be set';
  if (!VALUE.test(value)) return 'may contain visible ASCII characters, blanks and tabs only';
  return Buffer.byteLength(value) > MAXIMUM_VALUE_BYTES ? `is longer than ${MAXIMUM_VALUE_BYTES} bytes` : null;
};

const isForbidden = (name: string, prefix: string): boolean => {
  const ours = normalised(prefix);
  return (
    FORBIDDEN_NAMES.has(name) ||
    [...FORBIDDEN_PREFIXES, `x-${ours}-`, `${ours}-`].some((forbidden) => name.startsWith(forbidden))
  );
};
