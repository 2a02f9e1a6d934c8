import type { Driver, Drivers } from './driver';
import { blockedWith, type UserToken } from './refusals';

const receiptWith = (tx: string, type = 'pix') => ({ path: { type }, query: { tx, chain: 'ethereum' } });

const receiptsFor = (surface: UserToken): Driver => ({
  ask: ({ paid }) => receiptWith(paid.txHash),
  also: [
    { status: 400, code: 'VALIDATION_ERROR', ask: ({ paid }) => receiptWith(paid.txHash, 'cash') },
    { status: 404, code: 'RECEIPT_NOT_FOUND', ask: () => receiptWith(`0x${'00'.repeat(32)}`) },
    // Another user's receipt is unknown, too.
    {
      status: 404,
      code: 'RECEIPT_NOT_FOUND',
      ask: async ({ world, partner, paid }) => {
        const stranger = await world.user(partner);
        return { ...receiptWith(paid.txHash), credential: stranger[surface] };
      },
    },
    blockedWith(surface),
  ],
});

/** Drivers of the receipt of a transaction, on both surfaces. */
export const receiptDrivers: Drivers = {
  'get /api/v1/receipts/{type}': receiptsFor('token'),
  'get /api/receipts/{type}': receiptsFor('walletToken'),
};
