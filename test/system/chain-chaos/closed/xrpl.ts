import { systemClock } from '../../../../infra/clock';
import {
  openRippledLedger,
  type RippledFault,
  type ServedRippled,
  serveRippled,
} from '../../../infra/chains/served/rippled';
import { isoOf, type RippledLedger, textOf } from '../../../infra/chains/served/rippled-ledger';
import { former, issuer, payer, paymentOf, RLUSD_HEX, receiver, withMemos } from '../../../infra/chains/xrpl/scenario';
import {
  type ClosedEndpoint,
  type ClosedNetwork,
  endpointOf,
  everyMs,
  type Place,
  type Sending,
  SHARED_FAULTS,
  standingStill,
} from './closed-network';

const LEDGER_MS = 1_000;
const PLENTY_DROPS = 10n ** 16n;
/** Issues what looks like the token. */
const forger = former;

type Lie = ServedRippled['lie'];
type Fields = Readonly<Record<string, unknown>>;

const of =
  (method: string, change: (result: Fields, params: Fields) => Fields): Lie =>
  (asked, result, params) =>
    asked === method && result['error'] === undefined ? change(result, params) : result;

/** Transactions of the newest ledgers that are not validated yet. */
const notValidated: Lie = of('account_tx', ({ transactions, ...result }) => ({
  ...result,
  transactions: (transactions as readonly Fields[]).map((one) => ({ ...one, validated: false })),
}));

/** A ledger that the server lacks between others that it has. */
const withHole = (text: string): string => {
  const [first = 0, last = 0] = text.split('-').map(Number);
  return last - first < 4 ? text : `${first}-${last - 2},${last}`;
};

const ledgerGap: Lie = of('server_info', ({ info }) => {
  const told = info as Fields;
  return { info: { ...told, complete_ledgers: withHole(String(told['complete_ledgers'])) } };
});

const standStill = (): Lie => {
  const repeat = standingStill<Fields>();
  return of('ledger', (result, { ledger_index: asked }) => (asked === 'validated' ? repeat(result) : result));
};

const LIES: Readonly<Record<string, () => Lie>> = {
  notValidated: () => notValidated,
  foreignMarker: () => of('account_tx', (result) => ({ ...result, marker: { ledger: 7, seq: 7 } })),
  ledgerGap: () => ledgerGap,
  standStill,
};

const openEndpoint = async (ledger: RippledLedger): Promise<ClosedEndpoint> => {
  const served = await serveRippled(ledger);
  return endpointOf<Lie>({
    ...{ server: served.server, lies: LIES, honest: (_method, result) => result },
    setFault: (fault) => {
      served.fault = fault as RippledFault | null;
    },
    setLie: (lie) => {
      served.lie = lie;
    },
  });
};

/** The books hold whole units of a look-alike: its decimals are unknown. */
const amountOf = ({ asset, amount }: Sending) => {
  if (asset === 'coin') return amount.toString();
  const [by, value] = asset === 'token' ? [issuer, textOf(amount)] : [forger, amount.toString()];
  return { currency: RLUSD_HEX, issuer: by.address, value };
};

const placesIn = ({ ledgers }: RippledLedger): ReadonlyMap<string, Place> =>
  new Map(
    ledgers.flatMap(({ index: height, closeTime, rows }) =>
      rows
        .filter(({ meta }) => meta['TransactionResult'] === 'tesSUCCESS')
        .map(({ hash }) => {
          const blockTimeMs = Date.parse(isoOf(closeTime));
          return [hash.toLowerCase(), { position: '0', height, blockTimeMs }] as const;
        }),
    ),
  );

/** A ledger each second. */
export const openXrpl = async (): Promise<ClosedNetwork> => {
  const ledger = openRippledLedger(systemClock);
  for (const { address } of [payer, receiver]) {
    ledger.fund(address, PLENTY_DROPS);
    for (const by of [issuer, forger]) {
      ledger.lines.set(`${address}|${RLUSD_HEX}|${by.address}`, { balance: 0n, limit: '1000000000', isFrozen: false });
    }
  }
  let sequence = 0;
  return {
    files: {
      network: { name: 'xrpl', family: 'xrpl', networkId: '0', receiver: receiver.address },
      chain: { memo: 'Memos', addressRegex: '^r[1-9A-HJ-NP-Za-km-z]{24,34}$', trustlineNeeded: true },
      coin: { symbol: 'XRP', standard: 'native', address: null, decimals: 6 },
      token: {
        ...{ symbol: 'RLUSD', standard: 'xrpl-issued', address: null, decimals: 6 },
        ...{ currencyHex: RLUSD_HEX, issuer: issuer.address },
      },
    },
    endpoints: [await openEndpoint(ledger), await openEndpoint(ledger)],
    ...{ faults: SHARED_FAULTS, lies: ['notValidated', 'foreignMarker', 'ledgerGap', 'otherChain'] },
    pass: everyMs(LEDGER_MS, () => ledger.closeLedgers()),
    newest: () => ledger.ledgers.at(-1)!.index,
    send: async (sending) => {
      sequence += 1;
      const memos = sending.memo === '' ? {} : withMemos(sending.memo);
      const sent = payer.sign(paymentOf({ Amount: amountOf(sending), Sequence: sequence, ...memos }));
      ledger.submit(sent.tx_blob);
      return sent.hash.toLowerCase();
    },
    places: () => placesIn(ledger),
    forget: () => ledger.ledgers.splice(0, ledger.ledgers.length - 1),
  };
};
