import path from 'node:path';
import { partner } from '../../../aggregates/partner/partner';
import type { CommandContext } from '../../../commands/handling/context';
import { commandIdOf } from '../../../commands/handling/deterministic-ids';
import { historyOf } from '../../../commands/handling/reading/read-stream';
import type { EventStore } from '../../../commands/ports/event-store';
import { readIfThere, replaceFile, secretsFolder } from '../../../infra/data-directory';
import type { Runtime } from './runtime';

interface DemoPartner {
  readonly partnerId: string;
  readonly apiKey: string;
  /** Absent where a version before made the partner: only a rotation shows another. */
  readonly webhookSecret?: string;
}

/** Longest wait until the printed key works, also on a busy machine. */
const APPLIED_TIMEOUT_MS = 20_000;

/** The demo partner of `npm start`; its secrets are kept beside the other secrets (mode 600). */
export const findOrOnboardDemoPartner = async (
  dataDir: string,
  { service, adapters }: Pick<Runtime, 'service' | 'adapters'>,
): Promise<DemoPartner> => {
  const file = path.join(secretsFolder(dataDir), 'demo-partner.json');
  const kept = await keptPartner(file, adapters.ports.eventStore);
  if (kept !== null) return kept;
  const commandId = commandIdOf('demo-partner', dataDir, Date.now().toString());
  const named = { name: 'Demo partner', mode: 'sandbox' } as const;
  const { partnerId, apiKey, webhookSecret } = await service.onboardPartner(named, byStart(commandId));
  const everything = { partnerId, features: { 'pegged-withdraw': true } };
  const { position } = await service.changePartnerTerms(everything, byStart(commandIdOf('demo-terms', commandId)));
  if (position !== null) await adapters.board.waitUntilApplied(['accounts'], position, APPLIED_TIMEOUT_MS);
  const made: DemoPartner = { partnerId, apiKey, webhookSecret };
  replaceFile(file, JSON.stringify(made));
  return made;
};

export const linesOf = ({ partnerId, apiKey, webhookSecret }: DemoPartner): readonly string[] => [
  `  demo partner    ${partnerId}`,
  `  its API key     ${apiKey}`,
  ...(webhookSecret === undefined ? [] : [`  webhook secret  ${webhookSecret}`]),
];

const byStart = (commandId: string): CommandContext => ({
  ...{ commandId, correlationId: commandId, causationId: commandId },
  actor: { kind: 'system', id: 'start' },
  ...{ partnerId: null, subjectId: null, mode: null, requestId: null, reason: 'to try the service with' },
});

/** Null also when the ledger does not know the partner: the data directory may have served another database. */
const keptPartner = async (file: string, eventStore: EventStore): Promise<DemoPartner | null> => {
  const text = readIfThere(file);
  if (text === null) return null;
  const kept = JSON.parse(text) as DemoPartner;
  const events = await historyOf(eventStore, partner, kept.partnerId);
  return events.length === 0 ? null : kept;
};
