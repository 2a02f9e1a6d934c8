import { type Boleto, maskBoleto } from '../../aggregates/codes/boleto';
import { agreedAmount, type Inquiry, type Invoice, mustBeActive, mustResolve } from './invoice';

/** A boleto. Date and amount printed in it are not believed: the registry's count, and are asked again before paying. */
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
