import { nameOf, type StoreAddress } from './address';
import { type Finding, fault, ok, warning } from './finding';
import { isAnswering, type NodeLook } from './look-at-node';

const WHY_CLOSED: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'the connection was cut',
  EHOSTUNREACH: 'there is no way to this host',
  ENOTFOUND: 'the name is not known',
  ETIMEDOUT: 'nothing was answered in time',
};

/** Codes of Node and OpenSSL, in a sentence that says what to do. */
const WHY_NO_TLS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired: give the node a new one',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: look at the clocks of both machines',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is of an authority that is not trusted here: name it by tlsCAFile',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is of an authority that is not trusted here: name it by tlsCAFile',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate is of an authority that is not trusted here: name it by tlsCAFile',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate is of an authority that is not trusted here: name it by tlsCAFile',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is of an authority that is not trusted here: name it by tlsCAFile',
  CERT_SIGNATURE_FAILURE: 'its certificate is of another authority than that of tlsCAFile',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name: use a name that the certificate has',
};

const NO_TLS = 'it does not speak TLS: start it with a certificate, or say tls=false where nobody else can reach it';

const whyClosed = ({ door }: NodeLook): string => {
  if (door.kind === 'open') return 'it does not say who leads';
  const { code, isTls } = door;
  return (isTls ? (WHY_NO_TLS[code] ?? NO_TLS) : (WHY_CLOSED[code] ?? 'it does not answer')).concat(` (${code})`);
};

const told = (looks: readonly NodeLook[]): string =>
  looks.map((look) => `${nameOf(look.endpoint)}: ${whyClosed(look)}`).join('; ');

export const judgeNodes = (looks: readonly NodeLook[]): Finding => {
  const silent = looks.filter((look) => !isAnswering(look));
  const count = `${looks.length - silent.length} of ${looks.length} nodes of EVENTSTORE_URL answer`;
  if (silent.length === 0) return ok('nodes', count);
  if (silent.length < looks.length) return warning('nodes', `${count}; ${told(silent)}`);
  return fault('nodes', `no node of EVENTSTORE_URL answers; ${told(silent)}`);
};

const DAY_MS = 86_400_000;
/** A certificate that ends sooner is named. */
const SOON_DAYS = 30;

const untilText = (untilMs: number): string => new Date(untilMs).toISOString().slice(0, 10);

/** Null while no node could be asked. */
export const judgeTls = ({ tls }: StoreAddress, looks: readonly NodeLook[], nowMs: number): Finding | null => {
  const refused = looks.filter(({ door }) => door.kind === 'closed' && door.isTls);
  if (refused.length > 0) return fault('TLS', told(refused));
  const open = looks.flatMap(({ door }) => (door.kind === 'open' ? [door] : []));
  if (open.length === 0) return null;
  if (!tls) {
    const advice = 'say tls=true, unless the store is on this machine alone';
    return warning('TLS', `none: everybody who reaches the port reads and writes, and no user is asked for; ${advice}`);
  }
  const ends = open.flatMap(({ certificateUntilMs }) => (certificateUntilMs === null ? [] : [certificateUntilMs]));
  const endMs = Math.min(...ends);
  if (endMs - nowMs >= SOON_DAYS * DAY_MS) return ok('TLS', `certificates until ${untilText(endMs)}`);
  return warning('TLS', `a certificate ends on ${untilText(endMs)}: renew it before`);
};
