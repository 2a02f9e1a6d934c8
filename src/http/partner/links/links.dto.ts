import { IsOptional } from 'class-validator';
import { IsBrl } from '../../request/shape/brl';

export class CreateLinkRequest {
  /**
   * Code to pay: a PIX BR Code, the line or barcode of a boleto, or a gift-card code.
   * @minLength 1
   * @maxLength 1024
   * @example "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406100.005802BR5913FULANO DE TAL6008BRASILIA62070503***63041D3D"
   */
  invoiceCode!: string;

  /**
   * BRL, at most 2 decimals; must agree with the code when that says one.
   * @example 100.00
   */
  @IsOptional()
  @IsBrl()
  amount?: number;

  /**
   * The asset that the link proposes, from the catalog.
   * @isInt
   * @example 201
   */
  assetId?: number;

  /**
   * @minLength 1
   * @maxLength 256
   * @example "Order 17"
   */
  description?: string;

  /**
   * A number and s, m, h or d; 30d by default, at most 365d, and what is longer counts as that.
   * @example "7d"
   */
  expiresIn?: string;
}

/**
 * @example { "code": "9f2c6a0d5b7e41d38c1f0a4e6b2d7c93", "invoiceCode": "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406100.005802BR5913FULANO DE TAL6008BRASILIA62070503***63041D3D", "amount": 100, "currency": "BRL", "assetId": 201, "description": "Order 17", "expiresAt": "2026-11-27T12:00:00.000Z" }
 */
export interface PublicLink {
  /** 128 random bits: any holder of the code sees the payment. */
  code: string;
  invoiceCode: string;
  /** BRL; null when the payer chooses. */
  amount: number | null;
  currency: 'BRL';
  assetId: number | null;
  description: string | null;
  expiresAt: string;
}

/**
 * @example { "code": "9f2c6a0d5b7e41d38c1f0a4e6b2d7c93", "url": "https://pay.example/api/v1/links/9f2c6a0d5b7e41d38c1f0a4e6b2d7c93", "status": "ACTIVE", "invoiceCode": "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406100.005802BR5913FULANO DE TAL6008BRASILIA62070503***63041D3D", "amount": 100, "currency": "BRL", "assetId": 201, "description": "Order 17", "createdAt": "2026-11-20T12:00:00.000Z", "expiresAt": "2026-11-27T12:00:00.000Z" }
 */
export interface LinkAnswer extends PublicLink {
  /** Below PUBLIC_BASE_URL, or the service's own address when that is not set. */
  url: string;
  status: 'ACTIVE' | 'EXPIRED';
  createdAt: string;
}
