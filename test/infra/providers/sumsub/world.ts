import type { ExchangeNote } from '../../../../infra/providers/http/client';
import { createReads } from '../../../../infra/providers/http/reads';
import { createSumsubKyc } from '../../../../infra/providers/sumsub/kyc';
import { PERSON } from '../../../../packages/testing/src/contracts/kyc/scene';
import { freshKey } from '../../../../packages/testing/src/contracts/providers';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { openSumsub } from '../../../providers/sumsub';
import { COMPANY_LEVEL, PERSON_LEVEL } from '../../../providers/sumsub-books';
import { callAt } from '../bank-world';

/** The adapter before a server of its own. */
export const openWorld = async () => {
  const [clock, reads] = [manualClock(), createReads()];
  const server = await openSumsub(clock);
  const notes: ExchangeNote[] = [];
  const options = {
    ...{ name: 'sumsub', url: server.url, appToken: server.appToken, secretKey: server.secretKey },
    ...{ flows: { PF: PERSON_LEVEL, PJ: COMPANY_LEVEL }, returnUrl: 'https://partner.example/done' },
    ...{ reads, clock, onExchange: (note: ExchangeNote) => void notes.push(note) },
  };
  const provider = createSumsubKyc(options);
  const call = (withinMs = 10_000) => ({ ...callAt(clock), deadlineMs: clock.now() + withinMs });
  const start = async (ref = freshKey(), declared: Parameters<typeof provider.start>[1]['declared'] = PERSON) => {
    const said = await provider.start(call(), { ref, declared });
    return { ref, said, id: said.ok ? said.value.providerSessionId : '' };
  };
  const close = async () => {
    await reads.close();
    await server.close();
  };
  return { clock, server, notes, options, provider, call, start, close };
};

export type SumsubWorld = Awaited<ReturnType<typeof openWorld>>;
