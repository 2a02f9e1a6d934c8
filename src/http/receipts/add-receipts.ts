import type { Express, Request, Response } from 'express';
import { stateOf } from '../request/request-state';
import { answerInTime } from '../shared/answer-problem';
import { NO_RECEIPT, RECEIPT_POLICY, receiptHtml } from './receipt-html';
import { RECEIPTS } from './receipt-pages';

const PATH = `${RECEIPTS}/:token`;

/** The page behind every `receiptUrl`. An unknown token, a missing receipt and an erased person answer alike. */
export const addReceipts = (app: Express): void => {
  app.get(PATH, answerInTime(PATH), answerReceipt);
};

const answerReceipt = async (request: Request<{ token: string }>, response: Response): Promise<void> => {
  const { receiptPages } = stateOf(request).deps;
  const paymentId = receiptPages.paymentOf(request.params.token);
  const receipt = paymentId === null ? null : await receiptPages.find(paymentId);
  if (response.headersSent) return;
  response.set({ 'Content-Security-Policy': RECEIPT_POLICY, 'X-Robots-Tag': 'noindex, nofollow, noarchive' });
  response
    .status(receipt === null ? 404 : 200)
    .type('html')
    .send(receipt === null ? NO_RECEIPT : receiptHtml(receipt));
};
