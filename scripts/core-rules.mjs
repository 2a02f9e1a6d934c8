// Rules on syntax that oxlint does not have, as a plugin of oxlint.config.mjs.
const CLOCK = 'Take the time from the Clock port.';
const CHANCE = 'Take chance from the Ids port.';
const EXACT = 'Appends name the exact revision.';
const CALLED = { Number: 'Money is bigint; Number() loses units.', parseFloat: 'Money is bigint; floats lose units.' };

/** `visitor` answers for each kind of node why it is refused, or undefined. */
const rule = (visitor) => ({
  create: (context) =>
    Object.fromEntries(
      Object.entries(visitor).map(([kind, refusalOf]) => [
        kind,
        (node) => {
          const message = refusalOf(node);
          if (message !== undefined) context.report({ node, message });
        },
      ]),
    ),
});

const exactRevision = rule({
  Identifier: ({ name }) => (name === 'ANY' ? EXACT : undefined),
  Property: ({ key, value }) => (key.name === 'expectedRevision' && value.value === 'any' ? EXACT : undefined),
});

const deterministic = rule({
  CallExpression: ({ callee }) => {
    const { object, property } = callee;
    if (object?.name === 'Date' && property?.name === 'now') return CLOCK;
    if (property?.name?.startsWith('random') === true) return CHANCE;
    return Object.hasOwn(CALLED, callee.name ?? '') ? CALLED[callee.name] : undefined;
  },
  NewExpression: ({ callee, arguments: words }) => (callee.name === 'Date' && words.length === 0 ? CLOCK : undefined),
  ClassDeclaration: () => 'The core has no classes.',
  SwitchCase: ({ test }) => (test === null ? 'No default: the compiler then names the missing case.' : undefined),
});

export default { meta: { name: 'core' }, rules: { 'exact-revision': exactRevision, deterministic } };
