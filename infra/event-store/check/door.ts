import { readFileSync } from 'node:fs';
import { type ClientHttp2Session, connect } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { type Endpoint, nameOf, type StoreAddress } from './address';

/** `code` of Node and of OpenSSL, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
export type Opened =
  | { readonly kind: 'open'; readonly session: ClientHttp2Session; readonly certificateUntilMs: number | null }
  | { readonly kind: 'closed'; readonly code: string; readonly isTls: boolean };

const DOOR_TIMEOUT_MS = 3_000;

/** Also where one side of the connection speaks TLS and the other does not. */
const TLS_CODES = /^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|INVALID_CA|HOSTNAME_MISMATCH)/;

const codeOf = ({ code, name }: NodeJS.ErrnoException): string => code ?? name;

const untilOf = (session: ClientHttp2Session, { tls }: StoreAddress): number | null =>
  tls ? Date.parse((session.socket as TLSSocket).getPeerCertificate().valid_to) : null;

/** Never rejects; who gets an open session closes it. */
export const openDoor = (store: StoreAddress, endpoint: Endpoint): Promise<Opened> => {
  const { tls, authorityFile } = store;
  const ca = tls && authorityFile !== null ? { ca: readFileSync(authorityFile) } : {};
  const session = connect(`${tls ? 'https' : 'http'}://${nameOf(endpoint)}`, ca);
  return new Promise((resolve) => {
    const close = (code: string): void => {
      clearTimeout(late);
      session.destroy();
      resolve({ kind: 'closed', code, isTls: TLS_CODES.test(code) });
    };
    const late = setTimeout(() => close('ETIMEDOUT'), DOOR_TIMEOUT_MS);
    session.on('error', (error: Error) => close(codeOf(error)));
    session.on('close', () => close('ECONNRESET'));
    // A server without HTTP/2 or TLS accepts a connection, but sends no settings.
    session.once('remoteSettings', () => {
      clearTimeout(late);
      resolve({ kind: 'open', session, certificateUntilMs: untilOf(session, store) });
    });
  });
};
