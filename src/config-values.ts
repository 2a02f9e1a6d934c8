import { z } from 'zod';
import { isNetwork } from './client-address';

/** Follows the variable's name in a refusal. */
export const mustBe = (what: string): string => `must be ${what}`;

/** Parses a variable with `read`; undefined refuses the text. */
export const reading = <Value>(what: string, read: (text: string) => Value | undefined) =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: mustBe(what) });
    return z.NEVER;
  });

/** Accepts a text without a fault; a fault follows the variable's name. */
export const without = (faultIn: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const fault = faultIn(text);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  });

export const matching = (what: string, pattern: RegExp) => z.string().regex(pattern, mustBe(what));
export const oneOf = <const Names extends readonly string[]>(...names: Names) =>
  z.enum(names, mustBe(names.join(', ')));
export const wholeOf = (text: string, most: number): number =>
  /^\d{1,9}$/.test(text) && Number(text) <= most ? Number(text) : Number.NaN;

export const whole = (least: number, most: number) =>
  reading(`a whole number from ${least} to ${most}`, (text) => {
    const value = wholeOf(text, most);
    return value >= least ? value : undefined;
  });

/** Parts between commas, without empty ones. */
export const list = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const LONGEST_LIST = 20;
const A_DAY_MS = 86_400_000;
const wholesOf = (text: string): readonly number[] | undefined => {
  const values = list(text).map((part) => wholeOf(part, A_DAY_MS));
  return values.length > LONGEST_LIST || values.some(Number.isNaN) ? undefined : values;
};
export const delays = reading(
  `at most ${LONGEST_LIST} whole numbers from 0 to ${A_DAY_MS}, separated by commas`,
  (text) => wholesOf(text),
);
export const limits = reading('<minimum>,<maximum> in cents, such as 100,1000000', (text) => {
  const [least = 0, most = 0, ...rest] = wholesOf(text) ?? [];
  return rest.length === 0 && least > 0 && least <= most ? [least, most] : undefined;
});

export const addresses = reading('addresses and CIDRs, separated by commas', (text) =>
  list(text).every(isNetwork) ? list(text) : undefined,
);
export const proxies = reading('addresses and CIDRs, separated by commas, none of them everybody', (text) =>
  list(text).every((entry) => isNetwork(entry) && !/\/0+$/.test(entry)) ? list(text) : undefined,
);

export const baseUrl = reading('an http or https URL without user, query and fragment', (text) =>
  /^https?:\/\/[^?#@]+$/.test(text) && URL.canParse(text) ? text.replace(/\/$/, '') : undefined,
);

export const mailServer = reading('a URL that begins with smtp:// or smtps://', (text) =>
  /^smtps?:\/\//.test(text) && URL.canParse(text) ? text : undefined,
);

/** As the identity provider writes it: with or without a slash at the end. */
export const issuer = reading('an http or https URL without user, query and fragment', (text) =>
  /^https?:\/\/[^?#@]+$/.test(text) && URL.canParse(text) ? text : undefined,
);

export const origin = reading('an http or https URL without user, path, query and fragment', (text) =>
  /^https?:\/\/[^/?#@]+\/?$/.test(text) && URL.canParse(text) ? new URL(text).origin : undefined,
);

export const postgres = matching('a URL that begins with postgres://', /^postgres(ql)?:\/\//);

/** OpenTelemetry's SDK reads OTEL_* itself; only their presence matters here. */
export const isTraced = (environment: Readonly<Record<string, string | undefined>>): boolean =>
  environment['OTEL_SDK_DISABLED']?.toLowerCase() !== 'true' &&
  Object.entries(environment).some(([name, value]) => name.startsWith('OTEL_') && (value ?? '') !== '');
