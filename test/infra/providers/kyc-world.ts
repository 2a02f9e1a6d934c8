import type { KycProvider, StartKyc } from '../../../commands/ports/providers/kyc-provider';
import type { ExchangeNote } from '../../../infra/providers/http/client';
import { createReads } from '../../../infra/providers/http/reads';
import { PERSON } from '../../../packages/testing/src/contracts/kyc/scene';
import { freshKey } from '../../../packages/testing/src/contracts/providers';
import { manualClock } from '../../../packages/testing/src/ledger/memory/manual-clock';
import { callAt } from './bank-world';

interface Closable {
  readonly close: () => Promise<void>;
}

/** A KYC adapter before a server of its own. */
export const openKycWorld = async <Server extends Closable, Options extends object>(
  openServer: (clock: ReturnType<typeof manualClock>) => Promise<Server>,
  optionsOf: (server: Server) => Options,
  create: (options: Options & SharedOptions) => KycProvider,
) => {
  const [clock, reads] = [manualClock(), createReads()];
  const server = await openServer(clock);
  const notes: ExchangeNote[] = [];
  const shared = { reads, clock, returnUrl: RETURN_URL, onExchange: (note: ExchangeNote) => void notes.push(note) };
  const options = { ...optionsOf(server), ...shared };
  const provider = create(options);
  const call = (withinMs = 10_000) => ({ ...callAt(clock), deadlineMs: clock.now() + withinMs });
  const start = async (ref = freshKey(), declared: StartKyc['declared'] = PERSON) => {
    const said = await provider.start(call(), { ref, declared });
    return { ref, said, id: said.ok ? said.value.providerSessionId : '' };
  };
  const close = async () => {
    await reads.close();
    await server.close();
  };
  return { clock, server, notes, options, provider, call, start, close };
};

const RETURN_URL = 'https://partner.example/done';

interface SharedOptions {
  readonly reads: ReturnType<typeof createReads>;
  readonly clock: ReturnType<typeof manualClock>;
  readonly returnUrl: string;
  readonly onExchange: (note: ExchangeNote) => void;
}
