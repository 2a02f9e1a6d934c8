import { setTimeout as pause } from 'node:timers/promises';
import type { Instance } from './instance';
import { BUSY, oddOf, type Race, type RaceReport, type Round, runRaces } from './racing';
import type { Reply } from './requests/http-client';
import {
  isDone,
  isTaken,
  newExternalId,
  newPerson,
  newPubkey,
  type Person,
  type UsersOf,
  userIdIn,
  usersOf,
} from './users-of';

type Contested = keyof Person;

/** Two persons want one wallet, or one external id, at their first registration: one has it, and nobody is merged. */
export const raceRegistrations = async (instance: Instance, race: Race): Promise<RaceReport> =>
  raceOfUsers(instance, race, async (users, contested) => {
    const persons = rivals(contested);
    const asked = await ask(race.runners, persons, (runner, person) => users.register(runner, person));
    const [winner, ...others] = asked.filter(({ won }) => won.length > 0);
    if (winner === undefined || others.length > 0) return judged(asked, []);
    const ids = new Set(winner.won.map(userIdIn));
    const loser = persons.find((person) => person !== winner.who) ?? winner.who;
    const [userId = null] = ids;
    return judged(asked, [
      ...wrongIf(ids.size !== 1, `${ids.size} users for one person`),
      ...(await heldBy(users, winner.who, userId)),
      ...(await keptApart(users, loser, { contested, owner: userId })),
    ]);
  });

/** Two users want what nobody has, at the same time: one gets it, and the other keeps what it had. */
export const raceChanges = async (instance: Instance, race: Race): Promise<RaceReport> =>
  raceOfUsers(instance, race, async (users, contested) => {
    const wanted = newPerson();
    const both = [newPerson(), newPerson()] as const;
    const known = await Promise.all(both.map(async (person) => ({ person, userId: await users.created(person) })));
    const asked = await ask(race.runners, known, (runner, { userId }) =>
      change(users, { runner, userId, contested }, wanted),
    );
    const [winner, ...others] = asked.filter(({ won }) => won.length > 0);
    if (winner === undefined || others.length > 0) return judged(asked, []);
    const [loser] = known.filter((user) => user !== winner.who);
    const given = winner.who.person;
    return judged(asked, [
      ...(await heldBy(users, { ...given, [contested]: wanted[contested] }, winner.who.userId)),
      ...(loser === undefined ? ['no loser'] : await heldBy(users, loser.person, loser.userId)),
      // What the winner gave up is free, and whoever takes it is somebody else.
      ...(await takenAnew(
        users,
        { ...newPerson(), [contested]: given[contested] },
        known.map(({ userId }) => userId),
      )),
    ]);
  });

/** A user gives up what two others want at that very time: in the end one of them has it, and the first what it changed to. */
export const raceHandovers = async (instance: Instance, race: Race): Promise<RaceReport> =>
  raceOfUsers(instance, race, async (users, contested) => {
    const [giver, next] = [newPerson(), newPerson()];
    const giverId = await users.created(giver);
    const heirs = await Promise.all([newPerson(), newPerson()].map((person) => users.created(person)));
    const giving = change(users, { runner: 0, userId: giverId, contested }, next);
    const asked = await ask(race.runners, heirs, (runner, userId) =>
      change(users, { runner, userId, contested }, giver),
    );
    const given = await giving;
    // Who asked too early may ask again.
    const late = await Promise.all(heirs.map((userId, runner) => change(users, { runner, userId, contested }, giver)));
    const owner = await holderAmong(users, { kind: contested, person: giver }, heirs);
    return {
      winners: late.filter(isDone).length,
      isUndecided: !late.some(isDone) && late.some(({ status }) => status === BUSY),
      odd: [
        ...asked.flatMap(({ odd }) => odd),
        ...oddOf([given].filter((reply) => !isDone(reply))),
        ...wrongIf(
          !heirs.some((heir, index) => heir === owner && isDone(late[index]!)),
          `${owner} has what was given up`,
        ),
        ...(await heldBy(users, { ...giver, [contested]: next[contested] }, giverId)),
      ],
    };
  });

/** Rounds for wallets and for external ids in turn. */
const raceOfUsers = (
  { urls, partner }: Instance,
  race: Race,
  run: (users: UsersOf, contested: Contested) => Promise<Round>,
): Promise<RaceReport> => {
  let round = 0;
  return runRaces(urls, race, (send) => {
    round += 1;
    return run(usersOf(send, `Bearer ${partner.apiKey}`), round % 2 === 0 ? 'pubkey' : 'externalUserId');
  });
};

const rivals = (contested: Contested): readonly [Person, Person] => {
  const first = newPerson();
  return [first, { ...newPerson(), [contested]: first[contested] }];
};

interface Change {
  readonly runner: number;
  readonly userId: string;
  readonly contested: Contested;
}

const change = (users: UsersOf, { runner, userId, contested }: Change, wanted: Person): Promise<Reply> =>
  contested === 'pubkey'
    ? users.changeWallet(runner, userId, wanted.pubkey)
    : users.changeExternalId(runner, userId, wanted.externalUserId);

interface Asked<Who> {
  readonly who: Who;
  readonly won: readonly Reply[];
  readonly isBusy: boolean;
  readonly odd: readonly string[];
}

/** All at once, each of them again and again and of every process. */
const ask = async <Who>(
  runners: number,
  all: readonly Who[],
  send: (runner: number, who: Who) => Promise<Reply>,
): Promise<readonly Asked<Who>[]> => {
  const times = Math.ceil(runners / all.length);
  const asking = Array.from({ length: times }, (_, runner) => all.map((who) => send(runner, who)));
  const replies = await Promise.all(asking.map((replying) => Promise.all(replying)));
  return all.map((who, index) => {
    const own = replies.map((answered) => answered[index]!);
    const odd = oddOf(own.filter((reply) => !isDone(reply) && !isTaken(reply) && reply.status !== BUSY));
    return { who, won: own.filter(isDone), isBusy: own.some(({ status }) => status === BUSY), odd };
  });
};

const judged = (asked: readonly Asked<unknown>[], wrong: readonly string[]): Round => {
  const winners = asked.filter(({ won }) => won.length > 0).length;
  const isUndecided = winners === 0 && asked.some(({ isBusy }) => isBusy);
  return { winners, isUndecided, odd: [...asked.flatMap(({ odd }) => odd), ...wrong] };
};

const wrongIf = (isWrong: boolean, what: string): readonly string[] => (isWrong ? [what] : []);

const holderOf = (users: UsersOf, kind: Contested, person: Person): Promise<string | null> =>
  users.userOfToken(kind === 'pubkey' ? { pubkey: person.pubkey } : { uid: person.externalUserId });

const MOST_LOOKS = 100;
const BETWEEN_LOOKS_MS = 100;

/** As soon as it is one of these: a busy service answers before its read models have caught up. */
const holderAmong = async (
  users: UsersOf,
  { kind, person }: { readonly kind: Contested; readonly person: Person },
  expected: readonly (string | null)[],
): Promise<string | null> => {
  let holder = await holderOf(users, kind, person);
  for (let look = 1; look < MOST_LOOKS && !expected.includes(holder); look += 1) {
    await pause(BETWEEN_LOOKS_MS);
    holder = await holderOf(users, kind, person);
  }
  return holder;
};

/** Both ids open this user's door, and asking again finds it. */
const heldBy = async (users: UsersOf, person: Person, userId: string | null): Promise<readonly string[]> => {
  const found = [
    await holderAmong(users, { kind: 'pubkey', person }, [userId]),
    await holderAmong(users, { kind: 'externalUserId', person }, [userId]),
  ];
  const again = await users.register(1, person);
  return wrongIf(
    [...found, userIdIn(again)].some((id) => id !== userId) || again.status !== 200,
    `of ${userId}: found ${found.join(', ')}, then ${again.status} ${again.text}`,
  );
};

/** A new user for what is free; none of those that there were. */
const takenAnew = async (
  users: UsersOf,
  person: Person,
  others: readonly (string | null)[],
): Promise<readonly string[]> => {
  const answer = await users.register(1, person);
  const userId = userIdIn(answer);
  const isMerged = userId === null || others.includes(userId);
  if (!isDone(answer) || isMerged) return [`not registered anew: ${answer.status} ${answer.text}`];
  return heldBy(users, person, userId);
};

/** Who lost is refused again, finds nobody by what it has alone, and is somebody else with an id of its own. */
const keptApart = async (
  users: UsersOf,
  loser: Person,
  { contested, owner }: { readonly contested: Contested; readonly owner: string | null },
): Promise<readonly string[]> => {
  const again = await users.register(0, loser);
  const own = contested === 'pubkey' ? 'externalUserId' : 'pubkey';
  const stranger = await holderOf(users, own, loser);
  const freed = { ...loser, [contested]: contested === 'pubkey' ? newPubkey() : newExternalId() };
  return [
    ...wrongIf(!isTaken(again), `the loser got ${again.status} ${again.text}`),
    ...wrongIf(stranger !== null, `the loser is ${stranger}`),
    ...(await takenAnew(users, freed, [owner])),
  ];
};
