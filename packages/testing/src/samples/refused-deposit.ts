import type { RefusedDeposit } from '../../../../aggregates/deposit/events';
import { time } from './sample-time';

export const refusedDeposit: RefusedDeposit = {
  ...{ network: 'ethereum', txid: '0xd1', assetId: 201, contract: '0xcc', amountBaseUnits: '24000000' },
  ...{ sender: '0xbb', blockTime: time(60), symbol: 'USDC', decimals: 6 },
  intents: [{ intentId: 'cid1', partnerId: 'p1', mode: 'sandbox', label: 'UNDERPAID' }],
};
