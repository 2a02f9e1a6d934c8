import { explore } from './model/explore';
import { PLANTED } from './model/planted';
import { SCENARIOS } from './model/scenarios';

/** A rule that makes many more is worth a look. */
const MOST_STATES = 200_000;

/** Labels that must occur: without them the model shows nothing. */
const HAPPENS: { readonly [Name in keyof typeof SCENARIOS]: readonly string[] } = {
  BINDING: ['starts', 'is refused, OTHER_LEDGER', 'is refused, DATABASE_EMPTY', 'leads'],
  BINDING_COPIED: ['starts', 'PostgreSQL is cloned', 'is refused, DATABASE_EMPTY', 'is refused, LEDGER_ABSENT'],
  LEADING: ['leads', 'an append is lost', 'decides APPEND, gives it up'],
  CLONED: ['sees LED_ELSEWHERE', 'sees LEDGER_ABSENT', 'is refused, LED_ELSEWHERE'],
  OLDER_COPY: ['sees OLDER_COPY', 'sees CHECKPOINT_ABSENT', 'is refused, CHECKPOINT_ABSENT', 'sees DATABASE_EMPTY'],
  ATTACHING: ['ATTACH is done', 'sees LED_ELSEWHERE', 'does STAY_QUIET', 'leads'],
};

describe('a wrong pair works for at most 75 s, and no correct pair is refused', () => {
  test.each(Object.entries(SCENARIOS))('in any interleaving of %s', (name, scenario) => {
    const { states, violation, way, happened } = explore(scenario, MOST_STATES);
    expect([violation, ...way, states]).toEqual([null, states]);
    expect([...happened]).toEqual(expect.arrayContaining([...HAPPENS[name as keyof typeof SCENARIOS]]));
  });
});

describe('a fault that was added to the rules is found', () => {
  test.each(Object.entries(PLANTED))('%s', (_name, { scenario, rules, violation }) => {
    const found = explore(SCENARIOS[scenario], MOST_STATES, rules);
    expect([found.violation, ...found.way, found.states]).toEqual([violation, ...found.way, found.states]);
  });
});
