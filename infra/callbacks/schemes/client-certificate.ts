import type { CallbackSource } from '../../../commands/ports/providers/callback-source';
import { headerOf, isOneOf } from './equal';

export interface ClientCertificate {
  /** Distinguished names (RFC 2253) of the provider's certificates, as the proxy writes them; several while they change. */
  readonly subjects: readonly string[];
}

/** nginx: `proxy_set_header X-Client-Verify $ssl_client_verify`. */
export const VERIFY_HEADER = 'x-client-verify';
/** nginx: `proxy_set_header X-Client-Subject $ssl_client_s_dn`. */
export const SUBJECT_HEADER = 'x-client-subject';

/** A trusted proxy ends TLS and has verified the certificate; these headers from any other caller prove nothing. */
export const clientCertificateScheme =
  ({ subjects }: ClientCertificate): CallbackSource['isAuthentic'] =>
  (callback) => {
    const isVerified = headerOf(callback, VERIFY_HEADER) === 'SUCCESS';
    const isKnown = isOneOf(
      headerOf(callback, SUBJECT_HEADER),
      subjects.filter((subject) => subject !== ''),
    );
    return callback.isFromProxy && isVerified && isKnown;
  };
