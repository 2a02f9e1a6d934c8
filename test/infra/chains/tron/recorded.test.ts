import { createHash } from 'node:crypto';
import { bytesOfHex, readRawData } from '../../../../infra/chains/tron/protocol/raw-data';
import { readEffects } from '../../../../infra/chains/tron/reading/effects';
import { transferIn } from '../../../../infra/chains/tron/verdicts';

/** Answers of the main network to `gettransactioninfobyid`, shortened. */
const COIN = { id: '23', blockNumber: 66_862_205, contractResult: [''], receipt: { net_usage: 265 } };
const OUT_OF_ENERGY = {
  ...{ contractResult: [''], receipt: { energy_usage_total: 78_572, result: 'OUT_OF_ENERGY' }, result: 'FAILED' },
};
const USDT_RETURNS_0 = {
  contractResult: ['0'.repeat(64)],
  receipt: { energy_usage: 64_285, result: 'SUCCESS', energy_penalty_total: 49_635 },
  log: [
    {
      address: 'a614f803b6fd780986a42c78ec9c7f77e6ded13c',
      topics: [
        'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
        '00000000000000000000000060e6e92e57d61a9d68b5d95275cc9667d9e6c7c9',
        '000000000000000000000000cdae4e9a6287333a3f7df432b050af7b17e79e63',
      ],
      data: '00000000000000000000000000000000000000000000000000000000003567e0',
    },
  ],
};

const MEMO_HEX =
  '61636d652d70726f643a62616679626569676479727a74357366703775646d37687537367568377932366e6633656675796c71616266336f636c67747179353566627a6469';
const OWNER = '41435d1f79ef86d70ff30b076b7075ede1cac311f5';
const TO = '415eb3c415cbbd0dc3d718dea0b3adad28f11344c2';

/** Two transactions that the library has built. */
const SENT_TRX = {
  txID: 'f373615aa55ef4d4af20f92c01efc486933fb203c28e04cd4c11aaae90862085',
  raw: `0a02b40022080a1b2c3d4e5f6071408cce94d59f345245${MEMO_HEX}5a67080112630a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412320a15${OWNER}1215${TO}18e0c65b70acf990d59f34`,
};
const CALLED = {
  txID: '08303e713985c90b715be607fb8f22e7186214fb26fcb6a5b477381c64b4938d',
  raw: `0a02b40022080a1b2c3d4e5f6071409ece94d59f345245${MEMO_HEX}5aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a15${OWNER}121541a614f803b6fd780986a42c78ec9c7f77e6ded13c2244a9059cbb0000000000000000000000005eb3c415cbbd0dc3d718dea0b3adad28f11344c200000000000000000000000000000000000000000000000000000000017d784070bef990d59f34900180c2d72f`,
};

describe('A recorded answer of Tron', () => {
  test('shows coin without a result as a success', () => {
    expect(readEffects(COIN)).toEqual({ isDone: true, callResult: null, logs: [], internal: [] });
  });

  test('shows a transfer of USDT that returns 0 as a success with its log', () => {
    const { isDone, logs } = readEffects(USDT_RETURNS_0);
    expect([isDone, logs.map(transferIn)]).toMatchObject([true, [{ amount: 3_500_000n }]]);
  });

  test('shows a call without energy as a failure', () => {
    expect(readEffects(OUT_OF_ENERGY)).toMatchObject({ isDone: false });
    for (const fields of [{ result: 'FAILED' }, { receipt: { result: 'REVERT' } }]) {
      expect(readEffects(fields)).toMatchObject({ isDone: false });
    }
  });

  test.each([
    ['coin', SENT_TRX, 'TransferContract', { kind: 'TRX', owner: OWNER, to: TO, amount: 1_500_000n }],
    ['a call', CALLED, 'TriggerSmartContract', { kind: 'CALL', owner: OWNER }],
  ])('has the memo and the contract of %s', (_, { txID, raw }, type, contract) => {
    const bytes = bytesOfHex(raw)!;
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(txID);
    expect(readRawData(bytes)).toMatchObject({ memo: Buffer.from(MEMO_HEX, 'hex'), type, contract });
  });
});
