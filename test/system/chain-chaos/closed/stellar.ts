import { Asset, Memo, Operation } from '@stellar/stellar-sdk';
import { toDecimal } from '../../../../aggregates/money';
import { memoHash } from '../../../../infra/chains/stellar/memo';
import { type HorizonFault, openHorizon, type ServedHorizon } from '../../../infra/chains/served/horizon';
import { createHorizonLedger, type Ledger } from '../../../infra/chains/served/horizon-ledger';
import {
  built,
  FORGER,
  forged,
  ISSUER,
  PASSPHRASE,
  PAYER,
  receiver,
  usdc,
} from '../../../infra/chains/stellar/scenario';
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
const DECIMALS = 7;
/** Ledgers of the root document that no other answer has. */
const AHEAD = 2;

type Lie = ServedHorizon['lie'];
type Fields = Readonly<Record<string, unknown>>;

const atRoot =
  (change: (root: Fields) => Fields): Lie =>
  (path, body) =>
    path === '/' ? change(body as Fields) : undefined;

/** The first page with payments, for every request after it. */
const repeatedPage = (): Lie => {
  const repeat = standingStill<unknown>();
  return (path, body) => {
    const isPage = path.includes('/payments') && !JSON.stringify(body).includes('"records":[]');
    return isPage ? repeat(body) : undefined;
  };
};

const ingestionBehind: Lie = atRoot((root) => ({
  ...root,
  history_latest_ledger: Number(root['history_latest_ledger']) + AHEAD,
}));

const LIES: Readonly<Record<string, () => Lie>> = {
  repeatedPage,
  ingestionBehind: () => ingestionBehind,
  standStill: () => atRoot(standingStill<Fields>()),
};

const openEndpoint = async (ledger: Ledger): Promise<ClosedEndpoint> => {
  const server = await openHorizon(ledger);
  return endpointOf<Lie>({
    ...{ server, lies: LIES, honest: () => undefined },
    setFault: (fault) => {
      server.chainFault = fault as HorizonFault | null;
    },
    setLie: (lie) => {
      server.lie = lie;
    },
  });
};

const payment = ({ asset, amount, memo }: Sending) => {
  const paid = { coin: Asset.native(), token: usdc, 'look-alike': forged }[asset];
  const operation = Operation.payment({ destination: receiver, asset: paid, amount: toDecimal(amount, DECIMALS) });
  return built([operation], memo === '' ? Memo.none() : Memo.hash(memoHash(memo).toString('hex')));
};

const placesIn = ({ transactions, timeAt }: Ledger): ReadonlyMap<string, Place> =>
  new Map(
    transactions.map(({ hashes: [txid = ''], operations, height }) => {
      const position = operations[0]!.id.toString();
      return [txid, { position, height: Number(height), blockTimeMs: Date.parse(timeAt(height)) }] as const;
    }),
  );

/** A ledger each second. */
export const openStellar = async (): Promise<ClosedNetwork> => {
  const startedMs = Math.floor(Date.now() / 1_000) * 1_000;
  const clock = { now: () => startedMs, advance: () => undefined };
  const ledger = createHorizonLedger(PASSPHRASE, [Asset.native(), usdc, forged], clock, LEDGER_MS);
  const data = { 'config.memo_required': 'MQ==' };
  ledger.fund(receiver, { trustlines: [usdc], data });
  for (const keys of [PAYER, ISSUER, FORGER]) ledger.fund(keys.publicKey());
  let pending: readonly string[] = [];
  return {
    files: {
      network: { name: 'stellar', family: 'stellar', networkId: PASSPHRASE, receiver },
      chain: { memo: 'MEMO_HASH', addressRegex: '^G[A-Z2-7]{55}$', trustlineNeeded: true },
      coin: { symbol: 'XLM', standard: 'native', address: null, decimals: DECIMALS },
      token: {
        ...{ symbol: 'USDC', standard: 'stellar-asset', address: null, decimals: DECIMALS },
        ...{ code: usdc.getCode(), issuer: usdc.getIssuer() },
      },
    },
    endpoints: [await openEndpoint(ledger), await openEndpoint(ledger)],
    ...{ faults: SHARED_FAULTS, lies: ['repeatedPage', 'ingestionBehind', 'otherChain'] },
    pass: everyMs(LEDGER_MS, () => {
      const closing = pending;
      pending = [];
      ledger.close(closing);
    }),
    newest: () => Number(ledger.height),
    send: async (sending) => {
      const sent = payment(sending);
      pending = [...pending, sent.toXDR()];
      return sent.hash().toString('hex');
    },
    places: () => placesIn(ledger),
    forget: () => {
      ledger.elder = ledger.height;
    },
  };
};
