import { halts } from '../../../aggregates/halts/halts';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const halted = event('PayoutsHalted');
const resumed = event('PayoutsResumed');
const { scope, value, haltedAt } = halted.data;
const halt = { type: 'HaltPayouts', halt: { scope, value }, now: haltedAt } as const;
const resume = { type: 'ResumePayouts', halt: { scope, value }, now: resumed.data.resumedAt } as const;

test('halts a scope once, and again after it was resumed', () => {
  given(halts).when(halt).then(halted);
  given(halts, halted).when(halt).nothing();
  given(halts, halted, resumed).when(halt).then(halted);
});

test('resumes only a halted scope', () => {
  given(halts, halted).when(resume).then(resumed);
  given(halts, halted, resumed).when(resume).nothing();
  given(halts, halted)
    .when({ ...resume, halt: { scope: 'METHOD', value } })
    .nothing();
});

test('refuses a halt beyond a thousand', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => event('PayoutsHalted', { value: `n${index}` }));
  given(halts, ...many)
    .when(halt)
    .rejects('LIMIT_EXCEEDED');
});
