import { Wallet } from 'ethers';
import { systemClock } from '../../../../infra/clock';
import { apiPixEntry, openApiPix } from '../../../providers/api-pix';
import { payCharge } from '../../../providers/api-pix-books';
import { issueCertificates } from '../../../providers/certificates';
import { TREASURY_KEY } from '../installation';
import type { Player } from './player';

const CALLER = 'CN=bank,O=Banco de Teste';
const CUSTOMER = { name: 'CANARIO PAGADOR DA SILVA', taxID: '529.982.247-25' };
const CALLED_BY_BANK = { 'x-client-verify': 'SUCCESS', 'x-client-subject': CALLER };

const centsOf = (reais: string): bigint => BigInt(reais.replace('.', ''));

/** A bank of the API Pix: payers pay its charges, and the treasury delivers. */
export const openPlayer = async (folder: string): Promise<Player> => {
  const [bankIdentity, identity] = issueCertificates(['bank', 'lastro']);
  const server = await openApiPix(systemClock, bankIdentity!);
  const { books, clientId, clientSecret } = server;
  const [treasury, buyer] = [Wallet.createRandom(), Wallet.createRandom().address];
  const kept = (txid: string) => {
    const pix = books.charges.get(txid)?.pix ?? [];
    return pix.filter(({ devolucoes }) => devolucoes.length === 0);
  };
  return {
    ...{ server, kinds: ['CHARGE'], idempotency: 'NATIVE' },
    entry: { ...apiPixEntry(server, identity!, folder, CALLER), name: 'apipix' },
    variables: {
      ...{ PIX_ID: clientId, PIX_SECRET: clientSecret, [TREASURY_KEY]: treasury.privateKey },
      // The storm ends the TLS of the callbacks, as a proxy.
      TRUSTED_PROXIES: '127.0.0.1',
    },
    secrets: [clientSecret, 'token-of-a-test-', treasury.privateKey.slice(2)],
    payeeOf: (_kind, _number, cents) => ({
      body: { amount: Number(cents) / 100 },
      person: [CUSTOMER.name, CUSTOMER.taxID, CUSTOMER.taxID.replaceAll(/\D/g, '')],
    }),
    orders: () =>
      [...books.charges.keys()].flatMap((providerKey) =>
        kept(providerKey).map(({ valor }) => ({ providerKey, amountCents: centsOf(valor) })),
      ),
    callbackOf: ({ providerKey }) => ({
      ...{ headers: CALLED_BY_BANK, path: '/pix' },
      body: JSON.stringify({
        pix: kept(providerKey).map(({ endToEndId, txid, valor, horario }) => ({ endToEndId, txid, valor, horario })),
      }),
    }),
    charging: {
      ...{ customer: CUSTOMER, treasury: treasury.address, buyer },
      pay: (intentId) => {
        const txid = intentId.replaceAll('-', '');
        if (!books.charges.has(txid)) return false;
        payCharge(books, txid, systemClock.now());
        return true;
      },
    },
    // A bank that takes money in has no empty account: its tokens end instead.
    setEmpty: (isEmpty) => {
      if (isEmpty) server.revoke();
    },
    begins: ['POST /oauth/token', 'PUT /v2/cob', 'GET /v2/cob', 'GET /v2/pix'],
  };
};
