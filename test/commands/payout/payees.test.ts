import { buildStaticBrCode } from '../../../aggregates/codes/build-br-code';
import { maskPixKey, type PixKey } from '../../../aggregates/codes/pix-key';
import { isAnotherPayee } from '../../../commands/payout/payees';
import type { Payee, PayoutMethod } from '../../../commands/ports/providers/payout-provider';
import fc from '../../properties';
import { dynamicCode, payee } from '../../samples/quoting';

const keyMethod = (keyType: PixKey['kind'], key: string): PayoutMethod => ({ kind: 'PIX_KEY', keyType, key });
const CPF = keyMethod('CPF', '52998224725');
const CNPJ = keyMethod('CNPJ', '12ABC34501DE35');
const PHONE = keyMethod('PHONE', '+5511987654321');
const EMAIL = keyMethod('EMAIL', 'ana.maria+pix@sandbox.example');
const EVP = keyMethod('EVP', '0f8fad5b-d9cb-469f-a165-70867728950e');
const STATIC: PayoutMethod = {
  kind: 'PIX_BRCODE',
  brCode: buildStaticBrCode({ ...payee, amountCents: 15_000n }),
  amountIsFixed: true,
};

describe('a reported payee that differs', () => {
  test.each<[string, PayoutMethod, Payee]>([
    ['another CPF', CPF, { key: '11144477735' }],
    ['another CPF, masked', CPF, { key: '***.***.***-35' }],
    ['another tax id, masked', CPF, { taxIdMasked: '***.444.777-**' }],
    ['another CNPJ', CNPJ, { taxIdMasked: '12.ABC.345/01DE-99' }],
    ['another phone', PHONE, { key: '+55*****4322' }],
    ['another e-mail', EMAIL, { key: 'rui@sandbox.example' }],
    ['another e-mail, masked', EMAIL, { key: 'r***@***.example' }],
    ['another random key', EVP, { key: '****-950f' }],
    ['a key of another kind', CPF, { key: 'rui@sandbox.example' }],
    ['another key than that of the code', STATIC, { key: 'rui@sandbox.example' }],
    ['one of two parts, and the other is not told', CPF, { key: '11144477735', taxIdMasked: '***' }],
  ])('%s', (_name, method, told) => expect(isAnotherPayee(told, method)).toBe(true));
});

describe('a reported payee that may be the same', () => {
  test.each<[string, PayoutMethod | null, Payee | undefined]>([
    ['no payee is told', CPF, undefined],
    ['nothing of the payee is told', CPF, {}],
    ['only a name, however different: each bank spells it its own way', CPF, { name: 'RUI' }],
    ['the same key', CPF, { key: '529.982.247-25' }],
    ['the same key, masked', CPF, { key: '***.***.***-25' }],
    ['the same tax id, masked', CPF, { taxIdMasked: '***.982.247-**' }],
    ['the same tax id, masked with bullets', CPF, { taxIdMasked: '•••.982.247-••' }],
    ['the same tax id, masked with an x', CPF, { taxIdMasked: 'xxx.982.247-XX' }],
    ['a number without its zeros in front', keyMethod('CPF', '00998224725'), { key: '998224725' }],
    ['a phone without its country', PHONE, { key: '(11) 98765-4321' }],
    ['a phone without its country, masked', PHONE, { key: '1198765****' }],
    ['a phone with the zeros of an international call', PHONE, { key: '005511987654321' }],
    ['an e-mail in capitals', EMAIL, { key: 'ANA.MARIA+PIX@SANDBOX.EXAMPLE' }],
    ['an e-mail, masked', EMAIL, { key: 'a***@***.example' }],
    ['a random key without hyphens', EVP, { key: '0F8FAD5BD9CB469FA16570867728950E' }],
    ['a mask that tells nothing', CPF, { key: '***********', taxIdMasked: '' }],
    ['another key of the same tax id', CPF, { key: 'ana@sandbox.example', taxIdMasked: '***.982.247-**' }],
    ['the same key of another tax id', CPF, { key: '52998224725', taxIdMasked: '***.444.777-**' }],
    ['a tax id, where ours is not known', EMAIL, { taxIdMasked: '***.444.777-**' }],
    ['a text without end', CPF, { key: '1'.repeat(201) }],
    ['the key of the code', STATIC, { key: payee.key }],
    [
      'a dynamic code, which names no key',
      { kind: 'PIX_BRCODE', brCode: dynamicCode('x.example/1', 1n), amountIsFixed: true },
      { key: 'a@b.co' },
    ],
    ['a broken code', { kind: 'PIX_BRCODE', brCode: '0002', amountIsFixed: true }, { key: 'a@b.co' }],
    ['a boleto', { kind: 'BOLETO', barcode: '1', line: '1' }, { key: 'a@b.co', taxIdMasked: '***.444.777-**' }],
    ['a gift card', { kind: 'GIFT_CARD', productCode: '1' }, { key: 'a@b.co' }],
    ['the payee of the order was erased', null, { key: 'a@b.co', taxIdMasked: '***.444.777-**' }],
  ])('%s', (_name, method, told) => expect(isAnotherPayee(told, method)).toBe(false));

  const keys = fc.constantFrom<PixKey>(
    { kind: 'CPF', key: '52998224725' },
    { kind: 'CNPJ', key: '12ABC34501DE35' },
    { kind: 'PHONE', key: '+5511987654321' },
    { kind: 'EMAIL', key: 'ana.maria+pix@sandbox.example' },
    { kind: 'EVP', key: '0f8fad5b-d9cb-469f-a165-70867728950e' },
  );
  test('recognises our own key under any mask', () =>
    fc.assert(
      fc.property(keys, fc.array(fc.nat(80), { maxLength: 80 }), ({ kind, key }, hidden) => {
        const masked = Array.from(key, (sign, place) => (hidden.includes(place) ? '*' : sign)).join('');
        for (const told of [masked, masked.toUpperCase(), masked.replace(/\*+/g, '*'), maskPixKey({ kind, key })]) {
          expect([told, isAnotherPayee({ key: told }, keyMethod(kind, key))]).toEqual([told, false]);
        }
      }),
    ));
});
