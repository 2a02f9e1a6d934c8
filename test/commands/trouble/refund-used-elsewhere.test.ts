import { recordRefund } from '../../../commands/trouble/record-refund';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { happened } from '../../core';
import { asked } from '../operator/asked';
import { refundable, TXID, transfer } from './refundable';

test('refuses a transfer that operators found for another payment', async () => {
  const { deps, record, since, claims } = await refundable();
  const found = { transferId: `ethereum:${'5f'.repeat(32)}`, network: 'ethereum', reference: TXID } as const;
  await happened(deps.eventStore, event('FoundTransferClaimed', { ...found, paymentId: 'cash1' }));
  await expect(record()).rejects.toMatchObject({
    rejection: { message: `${TXID.toLowerCase()} is assigned to cash1 and cannot pay another payment` },
  });
  expect([await since(), await claims()]).toEqual([[], ['FoundTransferClaimed']]);
});

describe('a transfer that delivered a cash-in', () => {
  /** Gives these answers in turn, and repeats the last. */
  const delivering = (...answers: readonly (readonly string[])[]) => {
    const asked: (readonly [string, string])[] = [];
    const cashinsDeliveredBy = async (network: string, txid: string) => {
      const answer = answers[Math.min(asked.length, answers.length - 1)] ?? [];
      asked.push([network, txid]);
      return answer;
    };
    return { asked, cashinsDeliveredBy };
  };
  const recording = async (...answers: readonly (readonly string[])[]) => {
    const world = await refundable();
    const { asked: questions, cashinsDeliveredBy } = delivering(...answers);
    const what = { paymentId: 'cid1', transfer, due: null };
    const recorded = recordRefund({ ...world.deps, cashinsDeliveredBy })(what, asked(world.deps));
    return { ...world, recorded, questions };
  };
  const REFUSED = {
    rejection: {
      code: 'WRONG_STATE',
      message: `${TXID.toLowerCase()} has delivered for ci1 and cannot pay another payment`,
    },
  };

  test('is refused as a refund, and is not claimed', async () => {
    const { recorded, questions, since, claims } = await recording(['ci1']);
    await expect(recorded).rejects.toMatchObject(REFUSED);
    expect([questions, await since(), await claims()]).toEqual([[['ethereum', TXID.toLowerCase()]], [], []]);
  });

  test('is refused as a refund when the delivery appears during the claim', async () => {
    const { recorded, since, claims } = await recording([], ['ci1']);
    await expect(recorded).rejects.toMatchObject(REFUSED);
    expect([await since(), await claims()]).toEqual([[], ['FoundTransferClaimed']]);
  });

  test('is neither claimed nor recorded while the read models are unreachable, and can be retried', async () => {
    const { deps, record, since, claims } = await refundable();
    const away = async (): Promise<readonly string[]> => {
      throw new Error('the rows are away');
    };
    const what = { paymentId: 'cid1', transfer, due: null };
    const recorded = recordRefund({ ...deps, cashinsDeliveredBy: away })(what, asked(deps));
    await expect(recorded).rejects.toThrow('the rows are away');
    expect([await since(), await claims()]).toEqual([[], []]);
    expect(await record()).toBe(true);
  });
});

test('records no refund that its network does not show', async () => {
  const { deps, since, claims } = await refundable();
  const objectionToRefund = async () => 'the transaction is not final yet';
  const what = { paymentId: 'cid1', transfer, due: null };
  await expect(recordRefund({ ...deps, objectionToRefund })(what, asked(deps))).rejects.toMatchObject({
    rejection: {
      code: 'WRONG_STATE',
      message: 'The network does not confirm the refund: the transaction is not final yet',
    },
  });
  expect([await since(), await claims()]).toEqual([[], []]);
});
