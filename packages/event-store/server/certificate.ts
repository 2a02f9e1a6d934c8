import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A server's TLS identity, both parts PEM. */
export interface Identity {
  readonly certificate: string;
  readonly privateKey: string;
}

/**
 * DER tags of a self-signed X.509 v3 certificate (P-256), written by hand: Node makes keys but no certificates, and the
 * official client sends credentials over TLS only.
 */
const TAG = { integer: 0x02, bits: 0x03, octets: 0x04, oid: 0x06, utf8: 0x0c, time: 0x17, sequence: 0x30, set: 0x31 };

const lengthOf = (bytes: number): number[] => {
  if (bytes < 128) return [bytes];
  return bytes < 256 ? [0x81, bytes] : [0x82, bytes >> 8, bytes & 0xff];
};

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
};

const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');
const utcTime = (digits: string): Buffer => der(TAG.time, Buffer.from(`${digits}Z`));

const ECDSA_WITH_SHA256 = der(TAG.sequence, der(TAG.oid, hex('2a8648ce3d040302')));
const COMMON_NAME = der(TAG.oid, hex('550403'));
const BASIC_CONSTRAINTS = der(TAG.oid, hex('551d13'));
const SUBJECT_ALTERNATIVE_NAME = der(TAG.oid, hex('551d11'));
/** From and until, as YYMMDDhhmmss: 2020 to 2049, the last year of UTCTime. */
const VALIDITY = ['200101000000', '491231235959'] as const;

const nameOf = (commonName: string): Buffer =>
  der(TAG.sequence, der(TAG.set, der(TAG.sequence, COMMON_NAME, der(TAG.utf8, Buffer.from(commonName)))));

const extensions = (): Buffer => {
  const authority = der(TAG.sequence, BASIC_CONSTRAINTS, der(TAG.octets, der(TAG.sequence, hex('0101ff'))));
  const names = der(TAG.sequence, der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const alternatives = der(TAG.sequence, SUBJECT_ALTERNATIVE_NAME, der(TAG.octets, names));
  return der(0xa3, der(TAG.sequence, authority, alternatives));
};

type Validity = readonly [from: string, until: string];

const toBeSigned = (publicKey: Buffer, [from, until]: Validity): Buffer => {
  const version = der(0xa0, der(TAG.integer, hex('02')));
  const serial = der(TAG.integer, Buffer.concat([hex('01'), randomBytes(15)]));
  const name = nameOf('lastro event store');
  const validity = der(TAG.sequence, utcTime(from), utcTime(until));
  return der(TAG.sequence, version, serial, ECDSA_WITH_SHA256, name, validity, name, publicKey, extensions());
};

const pem = (label: string, bytes: Buffer): string => {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
};

/** A new key and its self-signed certificate for `localhost` and 127.0.0.1. */
export const createIdentity = (validity: Validity = VALIDITY): Identity => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = toBeSigned(publicKey.export({ type: 'spki', format: 'der' }), validity);
  const signature = sign('sha256', body, privateKey);
  const certificate = der(TAG.sequence, body, ECDSA_WITH_SHA256, der(TAG.bits, hex('00'), signature));
  return {
    certificate: pem('CERTIFICATE', certificate),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};
