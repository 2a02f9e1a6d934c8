import { systemClock } from '../../../../infra/clock';
import { type JavaTronFault, type ServedJavaTron, serveJavaTron } from '../../../infra/chains/served/java-tron';
import type { Fields, TronLedger } from '../../../infra/chains/served/tron-ledger';
import { createScenario, other, usdt, wallet } from '../../../infra/chains/tron/scenario';
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

const BLOCK_MS = 1_000;

type Lie = ServedJavaTron['lie'];

const of =
  (name: string, change: (answer: Fields) => unknown): Lie =>
  (call, answer) =>
    call === name ? change(answer as Fields) : answer;

/** Another amount or memo under the same id. */
const tampered: Lie = of('getblockbynum', ({ transactions = [], ...block }) => ({
  ...block,
  transactions: (transactions as readonly Fields[]).map((one) => ({
    ...one,
    raw_data_hex: String(one['raw_data_hex']).replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
  })),
}));

const LIES: Readonly<Record<string, () => Lie>> = {
  tampered: () => tampered,
  infosBehind: () => of('gettransactioninfobyblocknum', () => []),
  standStill: () => of('getnowblock', standingStill<Fields>()),
};

const openEndpoint = async (ledger: TronLedger): Promise<ClosedEndpoint> => {
  const served = await serveJavaTron(ledger);
  return endpointOf<Lie>({
    ...{ server: served.server, lies: LIES, honest: (_call, answer) => answer },
    setFault: (fault) => {
      served.fault = fault as JavaTronFault | null;
    },
    setLie: (lie) => {
      served.lie = lie;
    },
  });
};

const placesIn = ({ blocks }: TronLedger): ReadonlyMap<string, Place> =>
  new Map(
    blocks.flatMap(({ infos }, height) =>
      infos.map(({ id, log, blockTimeStamp }) => {
        const position = log === undefined ? 'native' : '0';
        return [String(id), { position, height, blockTimeMs: Number(blockTimeStamp) }] as const;
      }),
    ),
  );

/** A block each second. */
export const openTron = async (): Promise<ClosedNetwork> => {
  const { ledger, coin, call, signed } = createScenario(systemClock);
  const { blocks } = ledger;
  const unsigned = ({ asset, amount }: Sending) =>
    asset === 'coin'
      ? coin(Number(amount))
      : call((asset === 'token' ? usdt : other).base58, 'transfer(address,uint256)', [
          wallet.base58,
          amount.toString(),
        ]);
  return {
    files: {
      network: { name: 'tron', family: 'tron', networkId: ledger.idAt(0), receiver: wallet.base58 },
      chain: { memo: 'raw_data.data', addressRegex: '^T[1-9A-HJ-NP-Za-km-z]{33}$' },
      coin: { symbol: 'TRX', standard: 'native', address: null, decimals: 6 },
      token: { symbol: 'USDT', standard: 'trc20', address: usdt.base58, decimals: 6 },
    },
    endpoints: [await openEndpoint(ledger), await openEndpoint(ledger)],
    ...{ faults: SHARED_FAULTS, lies: ['tampered', 'infosBehind', 'otherChain'] },
    pass: everyMs(BLOCK_MS, () => ledger.makeBlocks()),
    newest: () => blocks.length - 1,
    send: async (sending) => {
      const sent = await signed(await unsigned(sending), sending.memo === '' ? null : sending.memo);
      ledger.broadcast(sent);
      return sent.txID;
    },
    places: () => placesIn(ledger),
    forget: () => {
      ledger.history.from = blocks.length - 1;
    },
  };
};
