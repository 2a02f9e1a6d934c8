import { Controller, Get, Path, Query, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { type ErrorAnswer, type Success, success } from '../envelope';
import type { InvoiceType } from '../shared/invoice-type';
import { receiptFor } from './receipt-answer';
import type { ReceiptAnswer } from './receipts.dto';

@Route('api/v1/receipts')
@Tags('Cash-out')
@Security('user')
@Response<ErrorAnswer>(404, 'RECEIPT_NOT_FOUND')
export class ReceiptsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /**
   * Returns the receipt of the payment of a transaction of the user's own.
   * @param type Type of the code that was paid
   * @param tx The transaction
   * @minLength tx 1
   * @maxLength tx 128
   * @param chain The name of its network, from the catalog
   * @minLength chain 1
   * @maxLength chain 64
   */
  @Get('{type}')
  public async getReceipt(
    @Path() type: InvoiceType,
    @Query() tx: string,
    @Query() chain: string,
  ): Promise<Success<ReceiptAnswer>> {
    return success(await receiptFor(this.request, { type, tx, chain }));
  }
}

@Route('api/receipts')
@Tags('Wallet')
@Security('wallet')
@Response<ErrorAnswer>(404, 'RECEIPT_NOT_FOUND')
export class WalletReceiptsController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /**
   * The same as `/api/v1/receipts/{type}`, for the wallet's token.
   * @param type Type of the code that was paid
   * @param tx The transaction
   * @minLength tx 1
   * @maxLength tx 128
   * @param chain The name of its network, from the catalog
   * @minLength chain 1
   * @maxLength chain 64
   */
  @Get('{type}')
  public async getWalletReceipt(
    @Path() type: InvoiceType,
    @Query() tx: string,
    @Query() chain: string,
  ): Promise<Success<ReceiptAnswer>> {
    return success(await receiptFor(this.request, { type, tx, chain }));
  }
}
