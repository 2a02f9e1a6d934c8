import { type Boleto, maskBoleto } from '../../aggregates/codes/boleto';
import { agreedAmount, type Inquiry, type Invoice, mustBeActive, mustResolve } from './invoice';

/** The registry's date and amount count, not the printed ones, and are asked for again before paying. */
export const boletoInvoice = async ({ provider, call, amountCents }: Inquiry, boleto: Boleto): Promise<Invoice> => {
  const resolved = mustResolve(await provider.resolveBoleto(call, boleto.barcode), 'INVALID_CODE');
  mustBeActive(resolved.status);
  return {
    kind: 'BOLETO',
    instruction: { kind: 'BOLETO', barcode: boleto.barcode, line: boleto.line },
    amountCents: agreedAmount(resolved.amount, amountCents),
    destinationMasked: maskBoleto(boleto),
  };
};
