const SCHEME = /^esdb(\+discover)?:\/\//;
const CREDENTIALS = /^[^:]+:[^@]+@/;
const HOST = /^[\w.-]+(:\d{1,5})?$/;

const TEXT = /^.+$/;
const WHOLE = /^-?\d{1,9}$/;
const EITHER = /^(true|false)$/;

/** Options that the client knows, with the values that the ledger supports. */
const OPTIONS: Readonly<Record<string, RegExp>> = {
  tls: EITHER,
  tlscafile: TEXT,
  usercertfile: TEXT,
  userkeyfile: TEXT,
  connectionname: TEXT,
  maxdiscoverattempts: WHOLE,
  discoveryinterval: WHOLE,
  gossiptimeout: WHOLE,
  defaultdeadline: WHOLE,
  keepaliveinterval: WHOLE,
  keepalivetimeout: WHOLE,
};

/** Options with one supported value, and the reason. */
const BOUND: Readonly<Record<string, { readonly only: string; readonly fault: string }>> = {
  nodepreference: {
    only: 'leader',
    fault: 'must have no nodePreference but leader: a follower answers with what was, so every call goes to the leader',
  },
  tlsverifycert: {
    only: 'true',
    fault:
      'must have no tlsVerifyCert but true: the client ignores it and writes the whole URL to its log; name the authority by tlsCAFile',
  },
  throwonappendfailure: {
    only: 'true',
    fault: 'must have no throwOnAppendFailure but true: a refused append would seem to be written',
  },
};

/** As the client reads names: case, _ and - do not count. */
const flat = (text: string): string => text.trim().toLowerCase().replaceAll(/[_-]/g, '');

const faultInOption = (option: string): string | undefined => {
  const [name = '', value = ''] = option.split('=', 2);
  const key = flat(name);
  const bound = BOUND[key];
  if (bound !== undefined) return flat(value) === bound.only ? undefined : bound.fault;
  const allowed = OPTIONS[key];
  if (allowed === undefined) return 'must have no option that the client does not know';
  return allowed.test(value.trim()) ? undefined : `must have a value that fits its option ${key}`;
};

/** Fault in `esdb://[user:password@]host[:port][,...][?option=value[&...]]`; never repeats the text. */
export const faultInEventStoreUrl = (text: string): string | undefined => {
  const trimmed = text.trim();
  if (!SCHEME.test(trimmed)) return 'must be a URL that begins with esdb:// or esdb+discover://';
  const named = trimmed.replace(SCHEME, '').replace(CREDENTIALS, '').replace(/\/+$/, '');
  const [hosts = '', ...options] = named.split(/\/?\?|&/);
  if (hosts === '') return 'must name a host';
  if (!hosts.split(',').every((host) => HOST.test(host))) {
    return 'must have hosts of letters, digits, - and ., each with a port or without, separated by commas';
  }
  return options.map(faultInOption).find((fault) => fault !== undefined);
};
