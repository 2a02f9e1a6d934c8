import { createApiPixCharges } from '../../../../infra/providers/api-pix/charges';
import type { TlsIdentity } from '../../../../infra/providers/http/dial';
import { createReads } from '../../../../infra/providers/http/reads';
import type { ChargesUnderTest } from '../../../../packages/testing/src/contracts';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { openApiPix } from '../../../providers/api-pix';
import { payCharge } from '../../../providers/api-pix-books';
import { issueCertificates } from '../../../providers/certificates';

/** Certificates of one authority. */
export const [bankIdentity, identity, proxyIdentity] = issueCertificates(['bank', 'lastro', 'proxy']) as [
  Required<TlsIdentity>,
  Required<TlsIdentity>,
  Required<TlsIdentity>,
];
/** A certificate of another authority. */
export const [stranger] = issueCertificates(['stranger']) as [Required<TlsIdentity>];

export const idOf = (key: string): string => key.replaceAll('-', '');

/** The adapter before a server of its own. */
export const openWorld = async () => {
  const [clock, reads] = [manualClock(), createReads()];
  const server = await openApiPix({ now: clock.now }, bankIdentity);
  const { clientId, clientSecret, tokenUrl, pixKey, books } = server;
  const notes: unknown[] = [];
  const optionsWith = (presented: TlsIdentity) => ({
    ...{ name: 'pix', url: `${server.url}/v2`, tokenUrl, clientId, clientSecret, pixKey, identity: presented, clock },
    ...{ reads: reads.presenting(presented), onExchange: (note: unknown) => void notes.push(note) },
  });
  const options = optionsWith(identity);
  const pay: ChargesUnderTest['pay'] = async (_context, key, { amountCents, payerTaxId } = {}) =>
    payCharge(books, idOf(key), clock.now(), {
      ...(amountCents === undefined ? {} : { cents: Number(amountCents) }),
      ...(payerTaxId === undefined ? {} : { taxId: payerTaxId }),
    });
  const close = async () => {
    await reads.close();
    await server.close();
  };
  const provider = createApiPixCharges(options);
  return { clock, provider, pay, close, server, books, notes, options, optionsWith };
};

export type ApiPixWorld = Awaited<ReturnType<typeof openWorld>>;
