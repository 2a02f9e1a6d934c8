import type { Asking } from '../../chaos/asking';
import type { KillableService } from '../../chaos/killable-service';
import type { Plan } from '../plan';
import type { Player } from '../players/player';
import type { PlayerName } from '../players/players';
import type { Log } from './log';

interface Searched {
  readonly plan: Plan;
  readonly players: ReadonlyMap<PlayerName, Player>;
  readonly service: Pick<KillableService, 'log'>;
  readonly asking: Pick<Asking, 'refused'>;
}

/** Metrics of the last life of the service. */
const metricsOf = async (log: string): Promise<string> => {
  const [, url] = [...log.matchAll(/"url":"(http:[^"]+\/metrics)"/g)].at(-1) ?? [];
  if (url === undefined) throw new Error('The log names no metrics');
  return (await fetch(url)).text();
};

const hiddenOf = ({ plan, players }: Searched): readonly string[] => {
  const people = plan.payouts.flatMap(
    ({ provider, kind, number, cents }) => players.get(provider)!.payeeOf(kind, number, cents).person,
  );
  return [...[...players.values()].flatMap(({ secrets }) => secrets), ...people, 'Fulano de Tal', '000.***.***-91'];
};

/** Names each place with a secret or a person in it. Throws where a place is empty, which proves nothing. */
export const findLeaks = async (searched: Searched, log: Log): Promise<readonly string[]> => {
  const logged = searched.service.log();
  const places = { log: logged, events: log.text, metrics: await metricsOf(logged) };
  const exchanges = logged.split('\n').filter((line) => line.includes('a provider was asked'));
  if (exchanges.length === 0 || Object.values(places).some((text) => text === '')) throw new Error('Nothing to search');
  const errors = searched.asking.refused.join('\n');
  return Object.entries({ ...places, errors }).flatMap(([place, text]) =>
    hiddenOf(searched)
      .filter((hidden) => text.includes(hidden))
      .map((hidden) => `${hidden} is in the ${place}`),
  );
};
