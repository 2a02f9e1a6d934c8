import { randomUUID } from 'node:crypto';
import { buildStaticBrCode } from '../../../aggregates/codes/build-br-code';
import { LOCAL_ETH } from '../../../infra/catalog/local-network';
import { untilServed } from './busy';
import type { Instance } from './instance';
import { type Race, type RaceReport, roundOf, runRaces } from './racing';
import { signRequest } from './requests/sign-request';

/** Sends a signed request many times at once to every process: one success, the others 401. */
export const raceNonces = async ({ urls, signer }: Instance, race: Race): Promise<RaceReport> =>
  runRaces(urls, race, async (send) => {
    const path = '/api/v1/partners/me/api-keys';
    const authorization = signRequest(signer, { method: 'GET', path, body: null }, randomUUID(), Date.now());
    const replies = await Promise.all(
      Array.from({ length: race.runners }, (_, runner) => send(runner, { method: 'GET', path, authorization })),
    );
    return roundOf(replies, 200, 401);
  });

/** Makes a quote into intents by many requests at once: one intent, the others 409. */
export const raceIntents = async ({ urls, userToken }: Instance, race: Race): Promise<RaceReport> =>
  runRaces(urls, race, async (send) => {
    const authorization = `Bearer ${userToken}`;
    const quote = { method: 'POST', path: '/api/v1/cashout/quote', authorization, body: quoteBody() };
    const { answer: quoted } = await untilServed(() => send(0, quote));
    const { data } = JSON.parse(quoted.text) as { readonly data: { readonly quoteId: string } };
    const intent = { method: 'POST', path: '/api/v1/cashout/intent', authorization, body: { quoteId: data.quoteId } };
    const replies = await Promise.all(Array.from({ length: race.runners }, (_, runner) => send(runner, intent)));
    return roundOf(replies, 201, 409);
  });

const quoteBody = (): object => ({
  assetId: LOCAL_ETH,
  invoiceCode: buildStaticBrCode({
    key: 'maria@exemplo.com',
    payeeName: 'MARIA',
    payeeCity: 'RECIFE',
    amountCents: 1_000n,
  }),
});
