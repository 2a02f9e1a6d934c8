import { createDiditKyc } from '../../../../infra/providers/didit/kyc';
import type { ExchangeNote } from '../../../../infra/providers/http/client';
import { createReads } from '../../../../infra/providers/http/reads';
import { PERSON } from '../../../../packages/testing/src/contracts/kyc/scene';
import { freshKey } from '../../../../packages/testing/src/contracts/providers';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { openDidit } from '../../../providers/didit';
import { COMPANY_FLOW, PERSON_FLOW } from '../../../providers/didit-books';
import { callAt } from '../bank-world';

/** The adapter before a server of its own. */
export const openWorld = async () => {
  const [clock, reads] = [manualClock(), createReads()];
  const server = await openDidit(clock);
  const notes: ExchangeNote[] = [];
  const options = {
    ...{ name: 'didit', url: server.url, apiKey: server.apiKey, environment: 'live' as const },
    ...{ flows: { PF: PERSON_FLOW, PJ: COMPANY_FLOW }, returnUrl: 'https://partner.example/done' },
    ...{ reads, clock, onExchange: (note: ExchangeNote) => void notes.push(note) },
  };
  const provider = createDiditKyc(options);
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

export type DiditWorld = Awaited<ReturnType<typeof openWorld>>;
