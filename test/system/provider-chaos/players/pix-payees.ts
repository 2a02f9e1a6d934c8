import { buildStaticBrCode } from '../../../../aggregates/codes/build-br-code';
import { boletoOf } from '../../../samples/boletos';
import { type Payee, type Player, personOf } from './player';

/** Keys, codes and boletos of persons; the bank learns each boleto. */
export const pixPayees =
  (boletos: Map<string, number>): Player['payeeOf'] =>
  (kind, number, amountCents): Payee => {
    const { key, name, city } = personOf(number);
    const person = [key, name];
    if (kind === 'PIX_KEY')
      return { body: { pixKey: key, pixKeyType: 'EMAIL', amount: Number(amountCents) / 100 }, person };
    if (kind === 'PIX_BRCODE') {
      const invoiceCode = buildStaticBrCode({ key, payeeName: name, payeeCity: city, amountCents });
      return { body: { invoiceCode }, person: [...person, invoiceCode] };
    }
    const invoiceCode = boletoOf(amountCents);
    boletos.set(invoiceCode, Number(amountCents));
    return { body: { invoiceCode }, person: [] };
  };
